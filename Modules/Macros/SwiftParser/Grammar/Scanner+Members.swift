extension Scanner {
  /// Parses members up to a closing brace, the next clause of an `#if`, or the end.
  mutating func scanMembers() throws(ScanError) -> [Member] {
    var members: [Member] = []
    while true {
      switch kind {
      case .rightBrace, .endOfFile: return members
      case .semicolon: try advance()
      case .poundWord where isConditionalDirective(token) && !matches(token, "#if"):
        return members
      case .poundWord where matches(token, "#sourceLocation") || matches(token, "#line"):
        try advance()
        if kind == .leftParenthesis { try skipBrackets() }
      default:
        members.append(try scanMember())
        try expectEndOfDeclaration()
      }
    }
  }

  mutating func scanMember() throws(ScanError) -> Member {
    let start = token.start
    if kind == .poundWord, matches(token, "#if") {
      let attributes = self
      // If the block contains only attributes, a declaration follows it.
      if try scanAttributes().isEmpty { return .conditional(try scanConditionalMembers()) }
      self = attributes
    }
    let header = try scanHeader()
    switch header.keyword.text {
    case "var", "let": return .variable(try scanVariable(header, from: start))
    case "func": return .function(try scanFunction(header, from: start))
    case "init": return .initializer(try scanInitializer(header, from: start))
    case "subscript": return .subscripting(try scanSubscript(header, from: start))
    case "deinit": return .deinitializer(try scanDeinitializer(header, from: start))
    case "typealias", "associatedtype": return .typeAlias(try scanTypeAlias(header, from: start))
    case "case": return .enumCase(try scanEnumCase(header, from: start))
    case let keyword where keyword.hasPrefix("#"):
      return .macroExpansion(try scanMacroExpansion(header, from: start))
    default:
      let head = try scanTypeHead(header, from: start)
      try skipBrackets()
      return .nestedType(head.extended(to: previousEnd))
    }
  }

  private mutating func scanTypeAlias(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> TypeAliasDeclaration {
    let name = try expectName("a name")
    _ = try scanGenericParametersIfPresent()
    _ = try scanInheritanceIfPresent()
    var type: Fragment?
    if kind == .equal {
      try advance()
      type = try scanType()
    }
    _ = try scanWhereClauseIfPresent()
    return TypeAliasDeclaration(header: header, name: name, type: type, range: start..<previousEnd)
  }

  private mutating func scanEnumCase(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> EnumCaseDeclaration {
    var elements: [EnumCaseDeclaration.Element] = []
    while true {
      let name = try expectName("the name of a case")
      var values: Fragment?
      if kind == .leftParenthesis && !token.startsLine {
        let start = token.start
        try skipBrackets()
        values = fragment(from: start)
      }
      var rawValue: Fragment?
      if kind == .equal {
        try advance()
        rawValue = try scanExpression()
      }
      elements.append(.init(name: name, associatedValues: values, rawValue: rawValue))
      guard kind == .comma else { break }
      try advance()
    }
    return EnumCaseDeclaration(header: header, elements: elements, range: start..<previousEnd)
  }

  private mutating func scanMacroExpansion(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> MacroExpansion {
    let nameStart = header.keyword.offset + 1
    while (kind == .period || kind == .doubleColon) && !token.followsTrivia {
      try advance()
      _ = try expectName("the name of a macro")
    }
    let name = fragment(from: nameStart)
    var genericArguments: [Fragment] = []
    if atOperator(startingWith: UInt8(ascii: "<")) {
      genericArguments = try scanGenericArguments()
    }
    var arguments: ArgumentList?
    if kind == .leftParenthesis && !token.startsLine { arguments = try scanArguments() }
    var closures: Fragment?
    if kind == .leftBrace {
      let start = token.start
      try skipTrailingClosures()
      closures = fragment(from: start)
    }
    return MacroExpansion(
      header: header, name: name, genericArguments: genericArguments, argumentList: arguments,
      trailingClosures: closures, range: start..<previousEnd)
  }
}
