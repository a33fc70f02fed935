/// Says where a value ends that may be of several words, such as a date: `--at yesterday 7:00`.
public struct PhraseExtent: Sendable, Equatable {
  /// What the values are called in errors: `a date`.
  public let name: String
  /// How many of the words on a line belong to the value, at least 1; nil when that isn't clear.
  public let count: @Sendable ([String]) -> Int?

  /// Describes values of several words.
  public init(_ name: String, count: @escaping @Sendable ([String]) -> Int?) {
    self.name = name
    self.count = count
  }

  /// Values of one name end by the same rule.
  public static func == (first: PhraseExtent, second: PhraseExtent) -> Bool {
    first.name == second.name
  }
}

extension InvocationParser {
  /// The plain words from a tokenizer on, each with the tokenizer behind it: up to an option, a quote
  /// or the end.
  private static func plainWords(at start: Tokenizer) -> [(token: Token, rest: Tokenizer)] {
    var words: [(token: Token, rest: Tokenizer)] = []
    var tokenizer = start
    while tokenizer.skipBlanks(),
      !tokenizer.source.unicodeScalars[tokenizer.index...].starts(with: "--".unicodeScalars),
      // What can't be read is told when it is its turn.
      let token = try? tokenizer.next(), !token.isQuoted
    {
      words.append((token, tokenizer))
    }
    return words
  }

  /// Reads a value that may be of several words, and moves behind it.
  static func phrase(
    _ option: CommandLineOption, _ extent: PhraseExtent, at tokenizer: inout Tokenizer
  ) throws(ShellError) -> ArgumentValue? {
    let words = plainWords(at: tokenizer)
    guard let first = words.first?.token else { return nil }
    guard let count = extent.count(words.map(\.token.text)) else {
      throw ShellError(
        "it isn't clear where the value of --\(option.name) ends",
        hint: "put \(extent.name) of several words in quotes", column: first.column, kind: .usage)
    }
    let last = words[max(0, min(count, words.count) - 1)]
    tokenizer = last.rest
    return ArgumentValue(
      text: words.prefix(max(1, count)).map(\.token.text).joined(separator: " "),
      column: first.column, range: first.range.lowerBound..<last.token.range.upperBound,
      isQuoted: false, contentColumn: first.column)
  }
}
