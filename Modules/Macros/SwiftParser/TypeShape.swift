/// The form of a type by its spelling, as far as it determines whether values can be stored.
package enum TypeShape {
  case tuple, function, opaque, metatype, inlineArray
  /// A `Set<…>`, with its element type.
  case set(element: String)
  case dictionary
  /// A name, an array, or a form that only the compiler knows.
  case other

  package init(_ type: Fragment) {
    do throws(ScanError) {
      var scanner = try Scanner(type.text)
      self = try scanner.typeShape()
    } catch {
      // Can't happen: the scanner has parsed the type before, as a part of its declaration.
      self = .other
    }
  }
}

extension Scanner {
  fileprivate mutating func typeShape() throws(ScanError) -> TypeShape {
    while kind == .at {
      try advance()
      try skipQualifiedName("the name of an attribute")
    }
    switch kind {
    case .word where at("some"): return .opaque
    case .word where at("any"):
      try advance()
      return try typeShape()
    case .leftParenthesis: return try parenthesizedShape()
    case .leftBracket: return try bracketedShape()
    case .word, .quotedWord: return try namedShape()
    default: return .other
    }
  }

  private mutating func parenthesizedShape() throws(ScanError) -> TypeShape {
    var inside = self
    try skipBrackets()
    if kind == .arrow || at("async") || at("throws") || at("rethrows") { return .function }
    if kind == .period { return .metatype }
    try inside.advance()
    if inside.kind == .rightParenthesis { return .tuple }
    var whole = inside
    while whole.kind != .rightParenthesis {
      if whole.kind == .comma || whole.kind == .colon { return .tuple }
      if whole.kind.closer != nil { try whole.skipBrackets() } else { try whole.advance() }
    }
    return try inside.typeShape()
  }

  private mutating func bracketedShape() throws(ScanError) -> TypeShape {
    try advance()
    while kind != .rightBracket {
      if at("of") { return .inlineArray }
      if kind == .colon { return .dictionary }
      if kind.closer != nil { try skipBrackets() } else { try advance() }
    }
    return .other
  }

  private mutating func namedShape() throws(ScanError) -> TypeShape {
    var name = text(of: token)
    var arguments: [Fragment] = []
    try advance()
    while true {
      if atOperator(startingWith: UInt8(ascii: "<")) { arguments = try scanGenericArguments() }
      guard kind == .period || kind == .doubleColon else { break }
      try advance()
      name = text(of: token)
      arguments = []
      try advance()
    }
    switch name {
    case "Type", "Protocol": return .metatype
    case "InlineArray": return .inlineArray
    case "Dictionary": return arguments.count == 2 ? .dictionary : .other
    case "Set": return arguments.count == 1 ? .set(element: arguments[0].text) : .other
    default: return .other
    }
  }
}

/// A name that may be qualified by a module or a type: `Module.Name`, `Module::Name`.
package struct QualifiedName {
  /// The last part, without backticks.
  package let last: String

  package init(_ text: String) {
    let start = text.lastIndex { $0 == "." || $0 == ":" }.map { text.index(after: $0) }
    let part = text[(start ?? text.startIndex)...].drop { $0.isWhitespace }
    last = Name(written: String(part), offset: 0).text
  }
}
