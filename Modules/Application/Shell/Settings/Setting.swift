/// The declaration of a setting: a line `name = value` of the configuration.
public struct Setting: Sendable {
  /// The type of a setting's values.
  public enum Kind: Sendable, Equatable {
    /// Any text.
    case text
    /// `true` or `false`. The parser also accepts `yes`, `no`, `on` and `off`.
    case boolean
    /// A whole number.
    case integer
    /// A finite number.
    case real
    /// One of several words.
    case choice([String])
    /// Words separated by commas.
    case names
    /// A file. Relative paths start from the configuration's folder, and `~/` from the home folder.
    case path
  }

  /// The name.
  ///
  /// By convention it is in lower case with dashes. A plugin's begins with the plugin's name and a
  /// dot, as in `goals.unit`.
  public let name: String
  /// A summary of a few words.
  public let summary: String
  /// The type of its values.
  public let kind: Kind
  let check: @Sendable (String) throws -> Void

  /// Declares a setting.
  ///
  /// - Parameter check: A function that throws for a value of the right type that is still invalid,
  ///   such as a time zone that doesn't exist.
  public init(
    _ name: String, _ summary: String, kind: Kind = .text,
    check: @escaping @Sendable (_ value: String) throws -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.check = check
  }

  /// The form of valid values, in a few words.
  public var form: String {
    switch kind {
    case .text: "a text"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .real: "a number"
    case .choice(let choices): "one of " + choices.joined(separator: ", ")
    case .names: "names with commas between"
    case .path: "a file"
    }
  }
}
