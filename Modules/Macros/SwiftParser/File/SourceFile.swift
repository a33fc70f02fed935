/// The imports and types of a source file, with its tokens.
///
/// It contains the types of the file and those nested in them. What a file has beside them, such as
/// statements, and what function bodies contain, are tokens alone.
package struct SourceFile: Sendable {
  /// An `import` declaration.
  package struct Import: Equatable, Sendable {
    /// The module, without the names of submodules and declarations.
    package let module: String
    /// The UTF-8 offset of the declaration.
    package let offset: Int
  }

  /// The imports in order.
  package let imports: [Import]
  /// The types and extensions in order. A nested type follows the type that contains it.
  package let types: [TypeDeclaration]
  /// All tokens in order.
  package let tokens: [SourceToken]
  /// The `#if` clauses in order. A nested clause follows the clause that contains it.
  package let clauses: [Clause]

  /// The source between one directive of an `#if` and the next.
  package struct Clause: Equatable, Sendable {
    /// A condition that holds exactly if the clause applies, but for those of enclosing clauses.
    package let condition: String
    /// The range in the file, from after the condition to the next directive.
    package let range: Range<Int>
  }

  /// Parses the source of a file.
  ///
  /// - Complexity: O(n · d) in the length of the source and the depth of nested types.
  /// - Throws: ``ScanError`` with the offset of the first error.
  package init(scanning source: String) throws(ScanError) {
    tokens = try SourceToken.tokens(of: source)
    var scanner = try Scanner(source)
    let declarations = try scanner.scanFile()
    imports = declarations.imports
    types = declarations.types
    clauses = try Self.clauses(scanning: source)
  }

  /// The conditions of the clauses around an offset, the outermost first.
  package func conditions(at offset: Int) -> [String] {
    clauses.filter { $0.range.contains(offset) }.map(\.condition)
  }

  private static func clauses(scanning source: String) throws(ScanError) -> [Clause] {
    var scanner = try Scanner(source)
    var open: [(chain: ConditionChain, start: Int)] = []
    var clauses: [Clause] = []
    while scanner.kind != .endOfFile {
      guard scanner.isConditionalDirective(scanner.token) else {
        try scanner.advance()
        continue
      }
      let directive = try scanner.scanConditionalDirective()
      if directive.keyword == .if {
        guard open.count < Scanner.maximumDepth else { throw .tooDeep(at: directive.offset) }
        open.append((ConditionChain(outer: nil), directive.offset))
      } else {
        guard let last = open.last else {
          throw ScanError("this ‘\(directive.keyword.rawValue)’ has no ‘#if’", at: directive.offset)
        }
        clauses.append(
          Clause(condition: last.chain.current ?? "", range: last.start..<directive.offset))
      }
      let last = open.count - 1
      if directive.keyword == .endif {
        open.removeLast()
      } else {
        open[last].chain.enter(directive)
        open[last].start = scanner.previousEnd
      }
    }
    if let last = open.last {
      throw ScanError("this ‘#if’ has no ‘#endif’", at: last.start)
    }
    return clauses.sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
  }
}

extension Scanner {
  /// Parses the imports and types of a file, and skips its statements and other declarations.
  fileprivate mutating func scanFile() throws(ScanError) -> (
    imports: [SourceFile.Import], types: [TypeDeclaration]
  ) {
    var imports: [SourceFile.Import] = []
    var types: [TypeDeclaration] = []
    while kind != .endOfFile {
      if isConditionalDirective(token) {
        try skipCondition()
      } else if let found = importIfPresent() {
        imports.append(found.declaration)
        self = found.end
      } else if beginsType() {
        types += try scanTypeWithNestedTypes()
      } else if kind.closer != nil {
        // The body of a function, or what a statement calls.
        try skipBrackets()
      } else if kind.isCloser {
        throw ScanError("this bracket closes none that is open", at: token.start)
      } else {
        try advance()
      }
    }
    return (imports, types)
  }

  /// Parses an import at the cursor. Returns nil if there is none.
  private func importIfPresent() -> (declaration: SourceFile.Import, end: Scanner)? {
    guard kind == .at || kind == .word else { return nil }
    let start = token.start
    var ahead = self
    do throws(ScanError) {
      _ = try ahead.scanAttributes()
      while try ahead.scanModifierIfPresent() != nil {}
      guard ahead.at("import") else { return nil }
      try ahead.advance()
      let kinds = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
      if kinds.contains(ahead.word) { try ahead.advance() }
      let module = try ahead.expectName("the name of a module")
      return (SourceFile.Import(module: module.text, offset: start), ahead)
    } catch {
      // Source that isn't an import, whose errors its own parser reports.
      return nil
    }
  }

  /// Returns true if a type declaration or an extension begins at the cursor.
  private func beginsType() -> Bool {
    guard kind == .at || kind == .word || matches(token, "#if") else { return false }
    var ahead = self
    do throws(ScanError) {
      guard
        TypeDeclaration.Kind(rawValue: try ahead.scanHeader().keyword.text) != nil
      else { return false }
      _ = try ahead.expectName("the name of a type")
      return true
    } catch {
      // A statement that begins like a header, such as a call of a function `open`.
      return false
    }
  }

  private mutating func scanTypeWithNestedTypes() throws(ScanError) -> [TypeDeclaration] {
    try nested { scanner throws(ScanError) in
      let type = try scanner.scanTypeDeclaration()
      var types = [type]
      for member in type.members { types += try scanner.nestedTypes(in: member) }
      return types
    }
  }

  private func nestedTypes(in member: Member) throws(ScanError) -> [TypeDeclaration] {
    switch member {
    case .nestedType(let type):
      var inside = self
      try inside.advance(to: type.range.lowerBound)
      return try inside.scanTypeWithNestedTypes()
    case .conditional(let conditional):
      var types: [TypeDeclaration] = []
      for clause in conditional.clauses {
        for member in clause.members { types += try nestedTypes(in: member) }
      }
      return types
    default: return []
    }
  }
}
