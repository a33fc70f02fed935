/// A parser of declarations, one token at a time.
///
/// It is a value, so that a copy is a position to return to. It skips everything that isn't part of
/// a declaration's own structure (bodies, arguments, conditions) as balanced text.
struct Scanner {
  /// The maximum nesting of types and conditional blocks.
  static let maximumDepth = 64

  private(set) var lexer: Lexer
  /// The token at the cursor.
  private(set) var token: Token
  /// The end of the token before the cursor.
  private(set) var previousEnd = 0
  var depth = 0

  init(_ source: String) throws(ScanError) {
    lexer = Lexer(source)
    token = try lexer.next()
  }

  var kind: Token.Kind { token.kind }

  mutating func advance() throws(ScanError) {
    previousEnd = token.end
    token = try lexer.next()
  }

  /// Returns the token after the one at the cursor.
  func peek() throws(ScanError) -> Token {
    var lexer = lexer
    return try lexer.next()
  }

  /// Skips the first byte of the operator at the cursor.
  ///
  /// The rest becomes a new token.
  mutating func advanceIntoOperator() throws(ScanError) {
    try advance(to: token.start + 1)
  }

  /// Skips the operator at the cursor up to an offset within it.
  ///
  /// The rest becomes a new token.
  mutating func advance(to offset: Int) throws(ScanError) {
    previousEnd = offset
    lexer.rewind(to: offset)
    token = try lexer.next()
  }
}

extension Scanner {
  func text(of token: Token) -> String {
    String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The word at the cursor, or an empty string for any other token.
  var word: String {
    kind == .word ? text(of: token) : ""
  }

  /// Returns the text from an offset to the end of the token before the cursor.
  func fragment(from start: Int) -> Fragment {
    fragment(start..<max(start, previousEnd))
  }

  func fragment(_ range: Range<Int>) -> Fragment {
    Fragment(
      text: String(decoding: lexer.bytes[range], as: UTF8.self), offset: range.lowerBound)
  }

  func matches(_ token: Token, _ text: String) -> Bool {
    let expected = text.utf8
    guard token.end - token.start == expected.count, lexer.bytes[token.start] == expected.first
    else { return false }
    var offset = token.start
    for byte in expected {
      if lexer.bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  func at(_ word: String) -> Bool {
    kind == .word && matches(token, word)
  }

  /// Returns true if the cursor is on an operator with this first character.
  func atOperator(startingWith character: UInt8) -> Bool {
    kind.isOperator && lexer.bytes[token.start] == character
  }

  func atOperator(_ text: String) -> Bool {
    kind.isOperator && matches(token, text)
  }

  var atName: Bool {
    kind == .word || kind == .quotedWord
  }

  /// Returns an error at the cursor that says what is expected.
  func expected(_ what: String) -> ScanError {
    if kind == .endOfFile {
      return ScanError("expected \(what), but the source ends", at: token.start)
    }
    let found = text(of: token).prefix { $0 != "\n" && $0 != "\r\n" }
    let shown = found.count > 30 ? found.prefix(30) + "…" : found
    return ScanError("expected \(what) instead of ‘\(shown)’", at: token.start)
  }

  mutating func expect(_ kind: Token.Kind, _ what: String) throws(ScanError) {
    guard self.kind == kind else { throw expected(what) }
    try advance()
  }

  mutating func expectName(_ what: String) throws(ScanError) -> Name {
    guard atName else { throw expected(what) }
    let name = Name(written: text(of: token), offset: token.start)
    try advance()
    return name
  }

  /// Increments the nesting level while `body` runs.
  mutating func nested<Result>(
    _ body: (inout Scanner) throws(ScanError) -> Result
  ) throws(ScanError) -> Result {
    guard depth < Self.maximumDepth else {
      throw .tooDeep(at: token.start)
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  /// Skips a bracket, its contents and the closing bracket.
  mutating func skipBrackets() throws(ScanError) {
    guard kind.closer != nil else { throw expected("a bracket") }
    var brackets = BracketStack()
    repeat {
      try brackets.pass(token)
      try advance()
    } while !brackets.isEmpty
  }

  mutating func expectEndOfFile() throws(ScanError) {
    guard kind == .endOfFile else { throw expected("the end of the declaration") }
  }

  /// Throws unless the end of a line, a semicolon, or the end of the block follows a declaration.
  mutating func expectEndOfDeclaration() throws(ScanError) {
    if kind == .semicolon || kind == .rightBrace || kind == .endOfFile || token.startsLine {
      return
    }
    if isConditionalDirective(token) { return }
    throw expected("a line break or ‘;’ between declarations")
  }
}
