extension Scanner {
  mutating func scanFunction(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> FunctionDeclaration {
    let name = try scanFunctionName()
    let signature = try scanSignature()
    let body = try scanBodyIfPresent()
    return FunctionDeclaration(
      header: header, name: name, signature: signature, body: body, range: start..<previousEnd)
  }

  mutating func scanInitializer(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> InitializerDeclaration {
    var failureMark: Fragment?
    if kind == .questionMark || kind == .exclamationMark {
      failureMark = fragment(token.start..<token.end)
      try advance()
    }
    let signature = try scanSignature()
    let body = try scanBodyIfPresent()
    return InitializerDeclaration(
      header: header, failureMark: failureMark, signature: signature, body: body,
      range: start..<previousEnd)
  }

  mutating func scanSubscript(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> SubscriptDeclaration {
    let signature = try scanSignature(namesAreLabels: false)
    let accessors = kind == .leftBrace ? try scanAccessorBlock() : nil
    return SubscriptDeclaration(
      header: header, signature: signature, accessorBlock: accessors, range: start..<previousEnd)
  }

  mutating func scanDeinitializer(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> DeinitializerDeclaration {
    try skipEffects()
    let body = try scanBodyIfPresent()
    return DeinitializerDeclaration(header: header, body: body, range: start..<previousEnd)
  }

  private mutating func scanFunctionName() throws(ScanError) -> Name {
    if atName { return try expectName("a name") }
    let isOperator =
      kind.isOperator || kind == .equal || kind == .exclamationMark || kind == .questionMark
    guard isOperator else { throw expected("the name of a function") }
    var end = token.end
    let last = lexer.bytes[end - 1]
    // In `func <<T>(…)` the last angle bracket opens the generic parameters.
    if last == UInt8(ascii: "<"), end - token.start > 1,
      lexer.identifierLength(at: end, isHead: true) > 0
    {
      end -= 1
    }
    let name = Name(
      written: fragment(token.start..<end).text, offset: token.start)
    try advance(to: end)
    return name
  }

  /// - Parameter namesAreLabels: True if a parameter's only name is its label too, which isn't so
  ///   in a subscript.
  private mutating func scanSignature(
    namesAreLabels: Bool = true
  ) throws(ScanError) -> Signature {
    let genericParameters = try scanGenericParametersIfPresent()
    let start = token.start
    let parameters = try scanParameters(namesAreLabels)
    let parameterList = fragment(from: start)
    let effects = try scanEffectsIfPresent()
    var returnType: Fragment?
    if kind == .arrow {
      try advance()
      returnType = try scanType()
    }
    return Signature(
      genericParameters: genericParameters, parameters: parameters, parameterList: parameterList,
      effects: effects, returnType: returnType,
      genericWhereClause: try scanWhereClauseIfPresent())
  }

  private mutating func scanParameters(_ namesAreLabels: Bool) throws(ScanError) -> [Parameter] {
    try expect(.leftParenthesis, "‘(’")
    var parameters: [Parameter] = []
    while kind != .rightParenthesis {
      parameters.append(try scanParameter(namesAreLabels))
      guard kind == .comma else { break }
      try advance()
    }
    try expect(.rightParenthesis, "‘)’")
    return parameters
  }

  private mutating func scanParameter(_ namesAreLabels: Bool) throws(ScanError) -> Parameter {
    while kind == .at { _ = try scanAttribute(condition: nil) }
    if at("_const") || at("isolated"), try peek().kind == .word { try advance() }
    let first = try expectName("the name of a parameter")
    let second = atName ? try expectName("the name of a parameter") : nil
    try expect(.colon, "‘:’")
    let type = try scanType()
    let isVariadic = kind.isOperator && matches(token, "...")
    if isVariadic { try advance() }
    var defaultValue: Fragment?
    if kind == .equal {
      try advance()
      defaultValue = try scanExpression()
    }
    return Parameter(
      label: first.written == "_" || (second == nil && !namesAreLabels) ? nil : first,
      name: second ?? first, type: type,
      isVariadic: isVariadic, defaultValue: defaultValue)
  }

  private mutating func scanBodyIfPresent() throws(ScanError) -> Fragment? {
    guard kind == .leftBrace else { return nil }
    let start = token.start
    try skipBrackets()
    return fragment(from: start)
  }
}
