extension Output {
  enum Style: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
  }

  /// True if the terminal can overwrite a line, as progress needs: it isn't a dumb one.
  public static func allowsProgress(variables: [String: String]) -> Bool {
    variables["TERM"] != "dumb"
  }

  func styled(_ text: String, _ style: Style, for sink: (any OutputSink)? = nil) -> String {
    guard usesColor(sink ?? standardOutput) else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  func usesColor(_ sink: any OutputSink) -> Bool {
    switch color {
    case .auto: sink.isTerminal
    case .always: true
    case .never: false
    }
  }
}

/// A choice of colors for the output.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// Colors on terminals that support them.
  case auto
  /// Colors always, also in files and pipes.
  case always
  /// No colors.
  case never

  /// Applies the environment: `auto` becomes `never` if `NO_COLOR` is set or the terminal is dumb.
  ///
  /// `NO_COLOR` works as https://no-color.org says: it must not be empty, and an explicit option
  /// overrides it.
  public func resolved(variables: [String: String]) -> ColorChoice {
    let isForbidden = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
    return self == .auto && isForbidden ? .never : self
  }
}
