public import StrataShell

/// How many of what an import has added, in words.
public enum ImportCounting {
  /// `1 item, 5844 data points`; nil where nothing was added.
  public static func text(_ added: [(name: String, count: Int)]) -> String? {
    let parts = added.filter { $0.count > 0 }.map { "\($0.count) \(word($0.name, $0.count))" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func word(_ plural: String, _ count: Int) -> String {
    count == 1 && plural.hasSuffix("s") ? String(plural.dropLast()) : plural
  }
}

extension ShellError {
  /// The error of an import that has found nothing but what is bad.
  ///
  /// - Parameters:
  ///   - count: How many parts there were.
  ///   - part: What one is called, such as `row`.
  public static func allBad(_ count: Int, _ part: String) -> ShellError {
    ShellError(
      "nothing was imported: "
        + (count == 1 ? "the only \(part) is bad" : "all \(count) \(part)s are bad"))
  }
}
