internal import Foundation

/// Formats the progress line of long work.
enum ProgressText {
  /// The time in seconds below which a rate would be too inaccurate to show.
  private static let shortest = 2.0

  /// Formats a line such as `importing rows 5000 of 20000 (25 %), 2500 a second, 6 s left`.
  ///
  /// - Parameters:
  ///   - start: The amount at the start.
  ///   - seconds: The time since the start.
  static func line(
    _ label: String, completed: Int, total: Int?, since start: Int, seconds: Double,
    text: (Int) -> String
  ) -> String {
    var line = "\(label) \(text(completed))"
    if let total, total > 0 {
      let percent = Int(Double(completed) / Double(total) * 100)
      line += " of \(text(total)) (\(percent) %)"
    }
    let rate = Double(completed - start) / seconds
    guard seconds >= shortest, rate > 0, rate.isFinite else { return line }
    if rate >= 1 { line += ", \(text(Int(rate))) a second" }
    if let total, total >= completed {
      line += ", \(time(Double(total - completed) / rate)) left"
    }
    return line
  }

  /// Formats a duration: `40 s`, `3 min 20 s`, `2 h 5 min`.
  static func time(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(whole % 60) s")
    default: return "\(whole / 3600) h" + (whole / 60 % 60 == 0 ? "" : " \(whole / 60 % 60) min")
    }
  }
}

extension ContinuousClock.Instant {
  /// The time since this instant, for people: `0.012 s`.
  public var elapsed: String {
    String(format: "%.3f s", (ContinuousClock.now - self) / .seconds(1))
  }
}
