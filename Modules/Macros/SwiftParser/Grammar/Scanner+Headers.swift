extension Scanner {
  private static let modifiers: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open", "static", "class", "final",
    "override", "required", "convenience", "lazy", "weak", "unowned", "optional", "dynamic",
    "mutating", "nonmutating", "consuming", "borrowing", "__consuming", "nonisolated", "isolated",
    "distributed", "indirect", "prefix", "postfix", "infix", "_const", "_local",
    "sending", "reasync", "__setter_access", "_compilerInitialized", "_resultDependsOnSelf",
  ]

  private static let keywords: Set<String> = [
    "var", "let", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "case",
    "class", "struct", "enum", "actor", "extension", "protocol",
  ]

  /// Parses attributes, modifiers and the keyword.
  mutating func scanHeader() throws(ScanError) -> DeclarationHeader {
    var attributes = try scanAttributes()
    var modifiers: [Modifier] = []
    while let modifier = try scanModifierIfPresent() {
      modifiers.append(modifier)
      attributes += try scanAttributes()
    }
    guard kind == .poundWord || Self.keywords.contains(word) else {
      throw expected("a declaration")
    }
    let keyword = fragment(token.start..<token.end)
    try advance()
    return DeclarationHeader(attributes: attributes, modifiers: modifiers, keyword: keyword)
  }

  mutating func scanModifierIfPresent() throws(ScanError) -> Modifier? {
    guard kind == .word else { return nil }
    let name = word
    guard Self.modifiers.contains(name) else { return nil }
    if name == "class", try !isClassModifier() { return nil }
    let start = token.start
    try advance()
    var argument: String?
    if kind == .leftParenthesis {
      let parenthesis = token.end
      try skipBrackets()
      argument = fragment(parenthesis..<previousEnd - 1).text.filter { !$0.isWhitespace }
    }
    return Modifier(name: name, argument: argument, source: fragment(from: start))
  }

  /// Returns true if `class` is a modifier rather than the keyword of a class declaration.
  private func isClassModifier() throws(ScanError) -> Bool {
    var ahead = self
    try ahead.advance()
    guard ahead.kind == .word else { return ahead.kind == .at }
    let word = ahead.word
    if ["var", "let", "func", "subscript", "init", "typealias"].contains(word) { return true }
    guard Self.modifiers.contains(word) else { return false }
    // A class may have the name of a modifier.
    try ahead.advance()
    switch ahead.kind {
    case .leftBrace, .colon: return false
    case .leftParenthesis, .at: return true
    default: return !ahead.kind.isOperator && !ahead.at("where")
    }
  }
}
