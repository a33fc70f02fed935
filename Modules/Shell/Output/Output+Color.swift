extension Output {
  enum Style: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
  }

  /// Whether colors are wanted: not with `--no-color`, not when `NO_COLOR` is set, and not on a
  /// terminal that has none.
  public static func allowsColor(noColorOption: Bool, variables: [String: String]) -> Bool {
    !noColorOption && (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
  }

  /// Whether a terminal can take a line back, to write another over it: not a dumb one.
  public static func allowsProgress(variables: [String: String]) -> Bool {
    variables["TERM"] != "dumb"
  }

  func styled(_ text: String, _ style: Style, for sink: (any OutputSink)? = nil) -> String {
    guard usesColor(sink ?? standardOutput) else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
