extension Scanner {
  mutating func scanVariable(
    _ header: DeclarationHeader, from start: Int
  ) throws(ScanError) -> VariableDeclaration {
    var bindings = [try scanBinding()]
    while kind == .comma {
      try advance()
      bindings.append(try scanBinding())
    }
    resolveTypes(of: &bindings)
    return VariableDeclaration(header: header, bindings: bindings, range: start..<previousEnd)
  }

  private mutating func scanBinding() throws(ScanError) -> Binding {
    let start = token.start
    var name: Name?
    if kind == .leftParenthesis {
      try skipBrackets()
    } else {
      let written = try expectName("a name")
      if written.written != "_" { name = written }
    }
    let pattern = fragment(from: start)
    var type: Fragment?
    if kind == .colon {
      try advance()
      type = try scanType()
    }
    var value: Fragment?
    if kind == .equal {
      try advance()
      value = try scanExpression()
    }
    var accessors: AccessorBlock?
    if kind == .leftBrace { accessors = try scanAccessorBlock() }
    return Binding(
      name: name, pattern: pattern, typeAnnotation: type, initialValue: value,
      accessorBlock: accessors, resolvedType: nil, range: start..<previousEnd)
  }

  /// Sets the types that apply: in `var a, b: Int` the first name has the type of the second.
  private func resolveTypes(of bindings: inout [Binding]) {
    var following: Fragment?
    for index in bindings.indices.reversed() {
      if let own = bindings[index].typeAnnotation {
        following = own
      } else if bindings[index].initialValue != nil {
        following = nil
      }
      bindings[index].resolvedType = following
    }
  }
}
