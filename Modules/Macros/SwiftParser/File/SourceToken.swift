/// A token of a source file.
package struct SourceToken: Equatable, Sendable {
  /// The exact text.
  package let text: String
  /// The UTF-8 offset from the start of the file.
  package let offset: Int
  /// True if a line break separates the token from the previous one.
  package let startsLine: Bool

  /// The range in the file.
  package var range: Range<Int> { offset..<offset + text.utf8.count }

  /// Lexes a text: its tokens in order, without white space and comments.
  ///
  /// A string is one token. The tokens of its interpolations follow it.
  ///
  /// - Throws: ``ScanError``.
  package static func tokens(of source: String) throws(ScanError) -> [SourceToken] {
    var lexer = Lexer(source)
    lexer.recordsInterpolations = true
    var tokens: [SourceToken] = []
    while true {
      let token = try lexer.next()
      guard token.kind != .endOfFile else { return tokens }
      let inside = lexer.interpolatedTokens.sorted { $0.start < $1.start }
      for token in [token] + inside {
        tokens.append(
          SourceToken(
            text: String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self),
            offset: token.start, startsLine: token.startsLine))
      }
      lexer.interpolatedTokens = []
    }
  }
}
