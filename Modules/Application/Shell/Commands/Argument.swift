/// A positional argument that a command declares.
public struct Argument: Sendable, Equatable {
  /// How many words an argument takes.
  public enum Kind: Sendable, Equatable {
    /// Exactly one word.
    case required
    /// One word or none.
    case optional
    /// All further words, at least `minimum` of them.
    case variadic(minimum: Int)
    /// The rest of the line as it was typed, quotes intact.
    case rest(isRequired: Bool)
  }

  /// The name in the usage line, by custom in capitals.
  public let name: String
  /// What the argument is for, in a few words.
  public let summary: String
  /// How many words it takes.
  public let kind: Kind

  /// An argument that has to be there.
  public static func required(_ name: String, _ summary: String = "") -> Argument {
    Argument(name: name, summary: summary, kind: .required)
  }

  /// An argument that may be left out.
  public static func optional(_ name: String, _ summary: String = "") -> Argument {
    Argument(name: name, summary: summary, kind: .optional)
  }

  /// An argument that takes all further words.
  public static func variadic(
    _ name: String, _ summary: String = "", minimum: Int = 0
  ) -> Argument {
    Argument(name: name, summary: summary, kind: .variadic(minimum: minimum))
  }

  /// The rest of the line as it was typed, for a parser of its own.
  public static func rest(
    _ name: String, _ summary: String = "", isRequired: Bool = false
  ) -> Argument {
    Argument(name: name, summary: summary, kind: .rest(isRequired: isRequired))
  }

  var isRequired: Bool {
    switch kind {
    case .required, .rest(isRequired: true): true
    case .variadic(let minimum): minimum > 0
    case .optional, .rest(isRequired: false): false
    }
  }

  /// The name without the parts that may be left out.
  var requiredPart: String {
    let part = name.prefix { $0 != "[" }
    return part.isEmpty ? name : String(part.last == " " ? part.dropLast() : part)
  }

  var takesSeveralWords: Bool {
    switch kind {
    case .required, .optional: false
    case .variadic, .rest: true
    }
  }

  var isRest: Bool {
    if case .rest = kind { true } else { false }
  }

  var usage: String {
    switch kind {
    case .required: name
    case .optional: "[\(name)]"
    // A rest of several parts has brackets of its own.
    case .rest(let isRequired): isRequired || name.hasPrefix("[") ? name : "[\(name)]"
    case .variadic(let minimum): minimum > 0 ? "\(name)..." : "[\(name)...]"
    }
  }
}
