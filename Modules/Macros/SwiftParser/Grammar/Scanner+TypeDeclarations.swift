extension Scanner {
  /// Parses a type with its members.
  mutating func scanTypeDeclaration() throws(ScanError) -> TypeDeclaration {
    let start = token.start
    let header = try scanHeader()
    let head = try scanTypeHead(header, from: start)
    try expect(.leftBrace, "‘{’")
    let members = try scanMembers()
    let closingBrace = token.start
    guard kind == .rightBrace else { throw expected("a declaration or ‘}’") }
    try advance()
    return TypeDeclaration(
      head: head, members: members, closingBraceOffset: closingBrace, end: previousEnd)
  }

  /// Parses a type declaration from its name up to the brace before its members.
  mutating func scanTypeHead(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> NestedType {
    guard let typeKind = TypeDeclaration.Kind(rawValue: header.keyword.text) else {
      throw ScanError("expected a type declaration", at: header.keyword.offset)
    }
    let name: Name
    var genericParameters: Fragment?
    if typeKind == .extension {
      let type = try scanType()
      name = Name(written: type.text, offset: type.offset)
    } else {
      name = try expectName("the name of a type")
      genericParameters = try scanGenericParametersIfPresent()
    }
    let inheritedTypes = try scanInheritanceIfPresent()
    let whereClause = try scanWhereClauseIfPresent()
    guard kind == .leftBrace else { throw expected("‘{’") }
    return NestedType(
      header: header, kind: typeKind, name: name, genericParameters: genericParameters,
      inheritedTypes: inheritedTypes, genericWhereClause: whereClause, range: start..<token.start)
  }

  /// Parses a colon and the types after it.
  mutating func scanInheritanceIfPresent() throws(ScanError) -> [Fragment] {
    guard kind == .colon else { return [] }
    var types: [Fragment] = []
    repeat {
      try advance()
      // The compiler sends an empty list if a type has all conformances already.
      if kind == .leftBrace || at("where") { break }
      types.append(try scanType())
    } while kind == .comma
    return types
  }
}

extension NestedType {
  fileprivate func ranging(over range: Range<Int>) -> NestedType {
    NestedType(
      header: header, kind: kind, name: name, genericParameters: genericParameters,
      inheritedTypes: inheritedTypes, genericWhereClause: genericWhereClause, range: range)
  }

  func extended(to end: Int) -> NestedType {
    ranging(over: range.lowerBound..<end)
  }
}
