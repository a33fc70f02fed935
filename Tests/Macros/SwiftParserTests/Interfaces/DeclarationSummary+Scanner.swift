import StrataSwiftParser

extension DeclarationSummary {
  /// A declaration as the scanner reads it.
  ///
  /// - Parameter start: Where the text starts in the file.
  init(scanning text: String, at start: Int, like compiler: DeclarationSummary) throws {
    if TypeDeclaration.Kind(rawValue: compiler.kind) != nil {
      try self.init(type: text, at: start, like: compiler)
    } else {
      self.init(try Member(scanning: text), at: start)
    }
  }

  private init(type text: String, at start: Int, like compiler: DeclarationSummary) throws {
    let type = try TypeDeclaration(scanning: text)
    self.init(
      // To the compiler an actor is a class.
      kind: type.kind == .actor ? "class" : type.kind.rawValue,
      names: [Self.plain(type.name.written.filter { !$0.isWhitespace })], types: [])
    takeHeader(type, at: start)
    members = try Self.members(type.members, in: text, at: start, like: compiler.members[...])
  }

  /// Members, with those clauses of an `#if` that the compiler took.
  private static func members(
    _ members: [Member], in text: String, at start: Int,
    like compiler: ArraySlice<DeclarationSummary>
  ) throws -> [DeclarationSummary] {
    var result: [DeclarationSummary] = []
    for member in members {
      let expected = compiler.dropFirst(result.count)
      switch member {
      case .conditional(let conditional):
        let clauses = try conditional.clauses.map {
          try Self.members($0.members, in: text, at: start, like: expected)
        }
        result +=
          clauses.first { $0.count <= expected.count && zip($0, expected).allSatisfy(==) } ?? []
      case .nestedType(let nested):
        let bytes = Array(text.utf8)[nested.range]
        result.append(
          try DeclarationSummary(
            type: String(decoding: bytes, as: UTF8.self), at: start + nested.range.lowerBound,
            like: expected.first ?? DeclarationSummary(kind: "", names: [], types: [])))
      default: result.append(DeclarationSummary(member, at: start))
      }
    }
    return result
  }

  private init(_ member: Member, at start: Int) {
    switch member {
    case .variable(let variable):
      self.init(
        kind: variable.isLet ? "let" : "var", names: variable.bindings.map { $0.name?.text ?? "_" },
        types: variable.bindings.compactMap(\.typeAnnotation).map(Self.identifiers))
      accessors = variable.bindings.flatMap { Self.accessors($0.accessorBlock) }
    case .function(let function):
      let isOperator = function.name.text.unicodeScalars.first.map {
        !$0.properties.isXIDStart && $0 != "_" && $0 != "$"
      }
      self.init(
        kind: "func",
        names: [function.name.text + Self.labels(function.signature, areKept: isOperator != true)],
        types: [function.signature.returnType].compactMap(\.self).map(Self.identifiers))
    case .initializer(let initializer):
      self.init(
        kind: "init", names: ["init" + Self.labels(initializer.signature)], types: [])
    case .subscripting(let declaration):
      self.init(
        kind: "subscript", names: ["subscript" + Self.labels(declaration.signature)],
        types: [declaration.signature.returnType].compactMap(\.self).map(Self.identifiers))
      accessors = Self.accessors(declaration.accessorBlock)
    case .deinitializer: self.init(kind: "deinit", names: [], types: [])
    case .typeAlias(let alias):
      // The compiler doesn't show the default of an associated type.
      let isAlias = alias.header.keyword.text == "typealias"
      self.init(
        kind: isAlias ? "alias" : "associatedtype", names: [alias.name.text],
        types: [isAlias ? alias.type : nil].compactMap(\.self).map(Self.identifiers))
    case .enumCase(let cases):
      self.init(
        kind: "case",
        names: cases.elements.map {
          $0.name.text + ($0.associatedValues.map { Self.labels($0.text) } ?? "")
        }, types: [])
    default: self.init(kind: "other", names: [], types: [])
    }
    if let declaration = member.declaration { takeHeader(declaration, at: start) }
  }

  private mutating func takeHeader(_ declaration: some Declaration, at start: Int) {
    attributes = Set(declaration.attributes.map { start + $0.source.offset })
    isStatic = declaration.isStatic
    modifiers = Set(
      declaration.modifiers.filter { !["static", "class"].contains($0.name) }
        .map { start + $0.source.offset })
  }

  private static func accessors(_ block: AccessorBlock?) -> [String] {
    guard let block else { return [] }
    return block.isImplicitGetter ? ["get"] : block.accessors.map(\.kind.rawValue)
  }

  /// Of an operator none is kept.
  private static func labels(_ signature: Signature, areKept: Bool = true) -> String {
    "(" + signature.parameters.map { (areKept ? $0.label?.text ?? "_" : "_") + ":" }.joined() + ")"
  }

  /// The labels of associated values: what stands in front of a colon outside of inner brackets.
  private static func labels(_ values: String) -> String {
    var labels: [String] = []
    var part = ""
    var depth = 0
    var previous: Character = " "
    for character in values.dropFirst().dropLast() + "," {
      if "([<{".contains(character) { depth += 1 }
      if ")]}".contains(character) || (character == ">" && previous != "-") { depth -= 1 }
      if depth == 0, character == "," {
        let words = part.prefix { $0 != ":" }.split(separator: " ")
        let isLabel = part.contains(":") && words.allSatisfy { $0.allSatisfy(isNamePart) }
        if !part.isEmpty { labels.append((isLabel ? String(words.first ?? "_") : "_") + ":") }
        part = ""
      } else {
        part.append(character)
      }
      previous = character
    }
    return "(" + labels.joined() + ")"
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The names in a type, and `?` behind what is optional.
  private static func identifiers(_ type: Fragment) -> [String] {
    var result: [String] = []
    var word = ""
    var isAttribute = false
    // In parentheses behind an attribute or ‘throws’.
    var isArgument = false
    for character in type.text + " " {
      if isNamePart(character) {
        word.append(character)
        continue
      }
      if character == "(", isAttribute || word == "throws" { isArgument = true }
      // What stands in front of a colon is the label of a tuple's element or a parameter.
      let isName = character != ":" && word != "_" && !isAttribute && !words.contains(word)
      if !word.isEmpty, isName, !isArgument || character == "(" { result.append(word) }
      if character == ")" { isArgument = false }
      word = ""
      isAttribute = character == "@"
      if character == "?" { result.append("?") }
    }
    return result
  }

  /// Words in types that name none.
  private static let words: Set = [
    "any", "some", "inout", "repeat", "each", "throws", "async", "rethrows", "consuming",
    "borrowing", "sending", "__owned", "__shared", "isolated",
    // To the compiler it is a composition of nothing.
    "Any",
  ]
}
