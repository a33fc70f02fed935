/// Whether output has colors.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// On terminals that have them.
  case auto
  /// Always, in files and pipes too.
  case always
  /// Never.
  case never

  /// What is to be done where a person has chosen this, or nothing: `auto` becomes `never` when
  /// `NO_COLOR` is set and on a terminal that has no colors.
  ///
  /// `NO_COLOR` is as https://no-color.org has it: not empty, and an option for colors is stronger.
  public func resolved(variables: [String: String]) -> ColorChoice {
    let isForbidden = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
    return self == .auto && isForbidden ? .never : self
  }
}
