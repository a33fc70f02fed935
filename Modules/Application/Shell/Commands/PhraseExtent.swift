/// A rule for where a value of several words ends, such as a date: `--at yesterday 7:00`.
public struct PhraseExtent: Sendable, Equatable {
  /// The name of such values in errors: `a date`.
  public let name: String
  /// Returns the number of the following words that belong to the value, at least 1. Nil if that is
  /// ambiguous.
  public let count: @Sendable ([String]) -> Int?

  /// Makes a rule.
  public init(_ name: String, count: @escaping @Sendable ([String]) -> Int?) {
    self.name = name
    self.count = count
  }

  /// Compares the names, since rules of one name are the same.
  public static func == (first: PhraseExtent, second: PhraseExtent) -> Bool {
    first.name == second.name
  }
}

extension InvocationParser {
  /// Returns the words up to an option, a quote or the end, each with the tokenizer behind it.
  private static func plainWords(at start: Tokenizer) -> [(token: Token, rest: Tokenizer)] {
    var words: [(token: Token, rest: Tokenizer)] = []
    var tokenizer = start
    while tokenizer.skipBlanks(),
      !tokenizer.source.unicodeScalars[tokenizer.index...].starts(with: "--".unicodeScalars),
      // A syntax error here is thrown when that word itself is parsed.
      let token = try? tokenizer.next(), !token.isQuoted
    {
      words.append((token, tokenizer))
    }
    return words
  }

  /// Parses a value of one or more words, and moves the tokenizer behind it.
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
