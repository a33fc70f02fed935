import StrataSwiftParser
import Testing

@Suite struct Variables {
  @Test func keepsTextsAndOffsets() throws {
    let source = "  // é\n  public var name : /* a */ [String: Set<Int>]? /* b */ = [:] // c"
    let variable = try VariableDeclaration(scanning: source)
    let binding = try #require(variable.bindings.first)
    let bytes = Array(source.utf8)
    #expect(variable.isLet == false)
    #expect(binding.name?.text == "name")
    #expect(binding.typeAnnotation?.text == "[String: Set<Int>]?")
    #expect(binding.initialValue?.text == "[:]")
    for part in [binding.typeAnnotation, binding.initialValue, variable.header.keyword] {
      let part = try #require(part)
      #expect(String(decoding: bytes[part.range], as: UTF8.self) == part.text)
    }
    #expect(variable.range.upperBound == source.utf8.count - 5)
  }

  @Test func keepsCommentsInsideTypesHarmless() throws {
    let variable = try VariableDeclaration(scanning: "var x: [ // why\n Int /* c */ ] // end\n")
    #expect(variable.bindings.first?.typeAnnotation?.text == "[ // why\n Int /* c */ ]")
  }

  @Test func sharesATypeAmongNames() throws {
    let variable = try VariableDeclaration(scanning: "var a, b: Int, c = 1, d, e: String")
    #expect(variable.bindings.map(\.name?.text) == ["a", "b", "c", "d", "e"])
    #expect(variable.bindings.map(\.typeAnnotation?.text) == [nil, "Int", nil, nil, "String"])
    #expect(
      variable.bindings.map(\.resolvedType?.text) == ["Int", "Int", nil, "String", "String"])
  }

  @Test(arguments: ["(a, b)", "_", "(a, (b, _))"]) func hasNoNameForPatterns(pattern: String) throws
  {
    let variable = try VariableDeclaration(scanning: "let \(pattern) = f()")
    #expect(variable.bindings.first?.name == nil)
    #expect(variable.bindings.first?.pattern.text == pattern)
  }

  @Test(arguments: [
    "get", "set", "willSet", "didSet", "open", "actor", "async", "lazy", "weak", "init_", "prefix",
    "isolated", "some", "any", "each", "macro", "`class`", "`default`", "`a b`", "_x", "$x", "日本",
    "é", "x1", "package", "required", "override",
  ])
  func takesAnyName(name: String) throws {
    for source in [
      "var \(name): Int", "var \(name) = 1", "lazy var \(name) = 1", "let \(name): A {}",
    ] {
      let variable = try VariableDeclaration(scanning: source)
      #expect(variable.bindings.first?.name?.written == name)
    }
  }

  @Test func readsModifiers() throws {
    let source = "public private ( set ) nonisolated(unsafe) unowned(safe) static weak var x: A?"
    let variable = try VariableDeclaration(scanning: source)
    #expect(
      variable.modifiers.map(\.description) == [
        "public", "private(set)", "nonisolated(unsafe)", "unowned(safe)", "static", "weak",
      ])
    #expect(variable.accessLevel == "public")
    #expect(variable.setterAccessLevel == "private")
    #expect(variable.isStatic)
  }

  @Test(arguments: [
    "Int", "Int?", "Int!", "Int??", "[Int]", "[String: Int]", "[[Int]]?", "A.B<C>.D", "A<B<C<D>>>",
    "A<B>?", "Set<A<B>?>", "(Int, String)", "(a: Int, b: B)?", "() -> Void", "(Int) -> (A) -> B?",
    "((Int) -> Void)?", "@Sendable (Int) async throws(E) -> Void", "@escaping () -> Void",
    "@convention(c) (Int) -> Void", "any P & Q", "(any P)?", "some P", "any ~Copyable", "Int.Type",
    "any P.Type", "(repeat each T)", "InlineArray<3, Int>", "InlineArray<-3, Int>", "[3 of Int]",
    "Swift.Array<Swift.Int>", "A::B", "`a b`.C", "(inout Int, sending A) -> Void",
    "nonisolated(nonsending) () async -> Void", "@isolated(any) () -> Void", "Self", "A<(B, C)>",
    "A<[B: C], (D) -> E>", "Measurement<UnitLength>", "(A) -> some P", "any (P & Q)",
  ])
  func findsWhereATypeEnds(type: String) throws {
    for end in ["", " = x", " { get }", ", y: A", "\n", " // c", ";", "=x", "\r\n= x"] {
      let variable = try VariableDeclaration(scanning: "var x: \(type)\(end)")
      #expect(variable.bindings.first?.typeAnnotation?.text == type, "before “\(end)”")
    }
  }

  @Test func refusesOtherDeclarations() {
    #expect(throws: ScanError("expected ‘var’ or ‘let’", at: 1)) {
      try VariableDeclaration(scanning: " func f() {}")
    }
  }
}
