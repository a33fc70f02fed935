/// Something that a person decides once for all: a line `name = value` of the configuration.
public struct Setting: Sendable {
  /// What values there are.
  public enum Kind: Sendable, Equatable {
    /// Any text.
    case text
    /// `true` or `false`; `yes` and `no`, `on` and `off` are understood too.
    case boolean
    /// A whole number.
    case integer
    /// A finite number.
    case real
    /// One of several words.
    case choice([String])
    /// Words with commas between.
    case names
    /// A file; what isn't absolute is relative to the configuration's folder, and `~/` is home.
    case path
  }

  /// The name, by custom in lower case with dashes; a plugin's begins with the plugin's and a dot,
  /// such as `goals.unit`.
  public let name: String
  /// What it decides, in a few words.
  public let summary: String
  /// What values it may have.
  public let kind: Kind
  let check: @Sendable (String) throws -> Void

  /// Declares a setting.
  ///
  /// - Parameter check: Throws for a value of the kind that still isn't one, such as a time zone that
  ///   there isn't.
  public init(
    _ name: String, _ summary: String, kind: Kind = .text,
    check: @escaping @Sendable (_ value: String) throws -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.check = check
  }

  /// What a person may write behind `=`, in a few words.
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
