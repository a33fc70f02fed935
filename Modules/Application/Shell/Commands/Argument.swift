/// A positional argument that a command declares.
public struct Argument: Sendable, Equatable {
  /// The number of words that an argument takes.
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
  /// A summary of a few words.
  public let summary: String
  /// The number of words that it takes.
  public let kind: Kind

  /// Makes an argument that must be given.
  public static func required(_ name: String, _ summary: String = "") -> Argument {
    Argument(name: name, summary: summary, kind: .required)
  }

  /// Makes an argument that may be left out.
  public static func optional(_ name: String, _ summary: String = "") -> Argument {
    Argument(name: name, summary: summary, kind: .optional)
  }

  /// Makes an argument that takes all further words.
  public static func variadic(
    _ name: String, _ summary: String = "", minimum: Int = 0
  ) -> Argument {
    Argument(name: name, summary: summary, kind: .variadic(minimum: minimum))
  }

  /// Makes an argument for the rest of the line as it was typed. Parse it with a grammar of your
  /// own.
  ///
  /// Options of the command may stand in the rest too. Blanks replace them in its text, so that its
  /// columns stay. Other words with dashes, and words in quotes, belong to your grammar.
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

  /// The name without its optional parts, as in `FILE [where …]`.
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
    // The name of a rest with several parts has brackets of its own.
    case .rest(let isRequired): isRequired || name.hasPrefix("[") ? name : "[\(name)]"
    case .variadic(let minimum): minimum > 0 ? "\(name)..." : "[\(name)...]"
    }
  }
}
