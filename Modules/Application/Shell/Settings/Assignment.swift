import Foundation

/// What stands behind a name: `= value`.
enum Assignment {
  /// The value behind an equals sign: a word, quoted or not, or all that is there as it is written.
  ///
  /// - Throws: ``ShellError`` when there is no equals sign or no value.
  static func value(in tokenizer: Tokenizer, of name: String) throws(ShellError) -> ArgumentValue {
    var tokenizer = tokenizer
    guard tokenizer.skipBlanks(), tokenizer.current == "=" else {
      throw ShellError(
        "“=” is missing behind \(name)", hint: "write \(name) = value", column: tokenizer.column,
        kind: .usage)
    }
    tokenizer.advance()
    guard let raw = tokenizer.rawText() else {
      throw ShellError(
        "\(name) has no value", hint: "write '' for an empty one", column: tokenizer.column,
        kind: .usage)
    }
    var rest = tokenizer
    if let token = try rest.next(), !rest.skipBlanks() {
      return ArgumentValue(token, in: tokenizer.source)
    }
    return ArgumentValue(
      text: raw.text, column: raw.column, range: raw.range, isQuoted: false,
      contentColumn: raw.column)
  }
}
