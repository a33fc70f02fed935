import StrataMacroSyntax
import Testing

/// What `@Model` says of a declaration that can't work, and where; `«` marks the place.
@Suite struct ExpansionDiagnosticTests {
  @Test(arguments: [
    ("@Model «struct A { var x = 1 }", "'@Model' cannot be applied to struct type 'A'"),
    ("@Model public «actor A { init() {} }", "'@Model' cannot be applied to actor type 'A'"),
    ("@Model «enum A { case a }", "'@Model' cannot be applied to enum type 'A'"),
    ("@Model class «A { var x = 1 }", "@Model requires an initializer be provided for 'A'"),
    ("@Model class A«<T> { init() {} }", "a model can't be generic"),
    (
      "@Model class A {\n  @Transient «var x: Int\n  init() {}\n}",
      "@Transient requires non-optional property 'x' to have a default value"
    ),
    (
      "@Model class A { private «let x = 1; init() {} }",
      "a persisted 'let' gets its value in an initializer; declare 'x' as 'var', or give it a "
        + "type and no initial value"
    ),
    (
      "@Model class A { /* é */ weak «var x: A?; init() {} }",
      "'x' can't be persisted as a weak reference; a relationship is never a cycle in the store, "
        + "so leave the modifier out, or mark it @Transient"
    ),
    (
      "@Model class A { «var x = 1, y = 2; init() {} }",
      "@Model needs each persisted property in a declaration of its own"
    ),
    (
      "@Model class A { «var persistentModelID: Int = 1; init() {} }",
      "'persistentModelID' is what every model has from its protocol; choose another name"
    ),
  ])
  func saysWhatIsWrongAndWhere(source: String, message: String) throws {
    let source = ModelSource(source)
    let result = source.members
    #expect(result.expandedSource == nil)
    try #require(result.diagnostics.count == 1)
    #expect(result.diagnostics[0].message == message)
    #expect(result.diagnostics[0].severity == .error)
    #expect(result.diagnostics[0].position.offset == source.mark)
    #expect(source.conformances(wanted: true) == "")
  }

  @Test(arguments: [
    ("struct A { init() {} }", "class A { init() {} }"),
    ("class A { let x = 1; init() {} }", "class A { var x = 1; init() {} }"),
  ])
  func offersAFix(source: String, fixed: String) throws {
    let result = ModelSource("@Model " + source).members
    let change = try #require(result.diagnostics.first?.fixIts.first?.changes.first)
    var bytes = Array(("@Model " + source).utf8)
    bytes.replaceSubrange(
      change.range.startOffset..<change.range.endOffset, with: Array(change.newText.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == "@Model " + fixed)
  }

  @Test func constantWithAValueIsAllowedInTheOlderLanguage() {
    let source = ModelSource("@Model class A { let x = 1; init() {} }", language: 5)
    #expect(source.members.diagnostics.isEmpty)
  }

  @Test func unknownMacroIsNamed() {
    let node = SyntaxNode(
      kind: "expression", source: "#other",
      location: .init(fileID: "M/F.swift", fileName: "F.swift", offset: 7, line: 1, column: 8))
    let result = Expansion.expand(
      .freestanding(
        FreestandingMacroRequest(
          macro: MacroReference(moduleName: "M", typeName: "Other", name: "other"), syntax: node)))
    #expect(result.diagnostics.map(\.message) == ["this version knows no macro other"])
    #expect(result.diagnostics.first?.position.offset == 7)
  }
}
