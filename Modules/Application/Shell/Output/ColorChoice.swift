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
