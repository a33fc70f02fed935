import Foundation

/// A parser of the value behind a name: `= value`.
enum Assignment {
  /// Parses the value behind an equals sign.
  ///
  /// It is one word, quoted or not, or else the whole rest of the text as it was typed.
  ///
  /// - Throws: ``ShellError`` if the equals sign or the value is missing.
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
