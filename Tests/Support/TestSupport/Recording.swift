public import Foundation

/// Whether tests write down what they would otherwise compare: `make record`.
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
