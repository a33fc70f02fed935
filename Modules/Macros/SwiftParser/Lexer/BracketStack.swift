/// The open brackets at a position in the source.
struct BracketStack {
  /// The maximum nesting of brackets.
  ///
  /// The compiler's own limit is 256.
  static let maximumDepth = 512

  private var open: [(kind: Token.Kind, offset: Int)] = []

  var isEmpty: Bool { open.isEmpty }

  mutating func open(_ kind: Token.Kind, at offset: Int) throws(ScanError) {
    guard open.count < Self.maximumDepth else {
      throw .tooDeep(at: offset)
    }
    open.append((kind, offset))
  }

  /// Updates the stack for a token.
  ///
  /// - Throws: `ScanError` if the token closes another bracket than the innermost one, or if the
  ///   source ends.
  mutating func pass(_ token: Token) throws(ScanError) {
    if token.kind.closer != nil {
      try open(token.kind, at: token.start)
    } else if token.kind.isCloser {
      guard open.last?.kind.closer == token.kind else {
        throw ScanError("this bracket closes none that is open", at: token.start)
      }
      open.removeLast()
    } else if token.kind == .endOfFile, let last = open.last {
      throw ScanError("the bracket that opens here is never closed", at: last.offset)
    }
  }
}
