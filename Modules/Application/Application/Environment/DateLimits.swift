public import Foundation
internal import StrataDates
public import StrataShell

/// The time that `--from`, `--to` and `--on` of a line leave over.
public struct DateLimits: Sendable, Equatable {
  /// The first moment, or nil for no limit.
  public let from: Date?
  /// The moment behind the last one, or nil for no limit.
  public let to: Date?

  /// The options of commands that take such limits.
  public static let options: [CommandLineOption] = [
    .date("from", "only from this date on"), .date("to", "only before this date"),
    .phrase(
      "on", "PERIOD", "only in these days, as yesterday, last week or 2026-11",
      extent: PhraseExtent("a period") { words in
        (1...max(1, min(words.count, 4))).last { count in
          let text = words.prefix(count).joined(separator: " ")
          // Dropped: a text that is none.
          return (try? SpokenPeriod(text, now: Date(timeIntervalSinceReferenceDate: 0), in: .gmt))
            != nil
        } ?? 1
      }),
  ]

  /// Reads the options of a line.
  ///
  /// - Parameter isAnnounced: True if dates that are relative or incomplete are printed as they were understood.
  /// - Throws: A usage error with the column.
  @MainActor public init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, isAnnounced: Bool = true
  ) throws(ShellError) {
    func date(_ name: String, as limit: String) throws(ShellError) -> Date? {
      guard let value = invocation.option(name) else { return nil }
      return isAnnounced ? try environment.date(value, as: limit) : try environment.date(value)
    }
    guard let days = invocation.option("on") else {
      from = try date("from", as: "from")
      to = try date("to", as: "before")
      return
    }
    if let other = invocation.option("from") ?? invocation.option("to") {
      throw other.error("--on says both the beginning and the end", hint: "leave one of them out")
    }
    let range = try environment.period(days)
    if isAnnounced {
      environment.output.message(
        "from \(environment.label(range.lowerBound)), before \(environment.label(range.upperBound))"
      )
    }
    (from, to) = (range.lowerBound, range.upperBound)
  }
}

extension ApplicationEnvironment {
  /// Parses whole days as people say them: `yesterday`, `last week`, `2026-11`.
  ///
  /// - Throws: A usage error with the column.
  public func period(_ value: ArgumentValue) throws(ShellError) -> Range<Date> {
    do throws(SpokenDateError) {
      return try SpokenPeriod(value.text, now: now(), in: output.timeZone).range
    } catch {
      throw value.error(error.message, hint: error.hint)
    }
  }
}
