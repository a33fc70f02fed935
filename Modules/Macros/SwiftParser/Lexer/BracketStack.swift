/// The brackets that are open at some place in a source.
struct BracketStack {
  /// How deep brackets may be inside each other; the compiler's own limit is 256.
  static let maximumDepth = 512

  private var open: [(kind: Token.Kind, offset: Int)] = []

  var isEmpty: Bool { open.isEmpty }

  mutating func open(_ kind: Token.Kind, at offset: Int) throws(ScanError) {
    guard open.count < Self.maximumDepth else {
      throw .tooDeep(at: offset)
    }
    open.append((kind, offset))
  }

  /// Takes notice of a token, which may open or close a bracket.
  ///
  /// - Throws: `ScanError` if it closes another bracket than the innermost, or if the source ends.
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
