public import Foundation

/// The recording mode of `make record`, in which tests write the texts that they otherwise compare.
public enum Recording {
  /// Set by the variable `STRATA_RECORD`, to anything.
  public static let isOn = ProcessInfo.processInfo.environment["STRATA_RECORD"] != nil

  /// Writes a file anew where its text has changed.
  public static func write(_ text: String, to url: URL) throws {
    guard try String(contentsOf: url, encoding: .utf8) != text else { return }
    try Data(text.utf8).write(to: url, options: .atomic)
    print("recorded \(url.lastPathComponent)")
  }
}
