import StrataCompilerMessages
import StrataMacroExpansion
import Testing

/// Tests of `@Model`'s diagnostics for invalid declarations. `«` marks their position.
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
      "@Model class A { #Search<A>([\\.a]); «#Search<A>([\\.a]); var a = \"\"; init() {} }",
      "a class has one '#Search'; list all properties in it"
    ),
    (
      "@Model class A { #Search<A>(«[\\.a, \\.b]); var a: String?; var b: Int?; init() {} }",
      "'#Search' finds words in texts, and 'b' is of type 'Int?'; list properties of type String or "
        + "String?"
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
    (
      "@Model class A { lazy «var x = 1; init() {} }",
      "'x' can't be persisted as it is made only when it is asked for; mark it @Transient, or leave "
        + "'lazy' out"
    ),
    (
      "@Model class A { «var x: (Int, y: Int)? ; init() {} }",
      "'x' can't be persisted: a tuple has no place in a store; make a Codable struct of it, or mark "
        + "it @Transient"
    ),
    (
      "@Model class A { «var x: ((Int, [Int])); init() {} }",
      "'x' can't be persisted: a tuple has no place in a store; make a Codable struct of it, or mark "
        + "it @Transient"
    ),
    (
      "@Model class A { «var x: @Sendable (Int) async throws -> Void = { _ in }; init() {} }",
      "'x' can't be persisted: a function has no place in a store, or mark it @Transient"
    ),
    (
      "@Model class A { «var x: any P.Type; init() {} }",
      "'x' can't be persisted: a type has no place in a store, or mark it @Transient"
    ),
    (
      "@Model class A { «var x: some P = 3; init() {} }",
      "'x' can't be persisted: the store must know its type; write the type itself, or mark it "
        + "@Transient"
    ),
    (
      "@Model class A { «var x: [3 of Int]; init() {} }",
      "'x' can't be persisted: an array of fixed size has no place in a store; make it an array, or "
        + "mark it @Transient"
    ),
    (
      "@Model class A { @Relationship var x: «Set<Model.B> = []; init() {} }",
      "'x' is a relationship to many objects, which is an array: write '[Model.B]'"
    ),
    (
      "@Model class A { @Relationship var x: «[String: B]?; init() {} }",
      "'x' is a relationship to many objects, which is an array, not a dictionary"
    ),
    (
      "@Model class A { @Attribute(.unique) «@Attribute(originalName: \"y\") var x = 1; init() {} }",
      "a property has one @Attribute; write all arguments in one"
    ),
    (
      "@Model class A { @Attribute(.unique)\n«@Relationship var x: B?; init() {} }",
      "a property is an attribute or a relationship, not both"
    ),
    (
      "@Model class A {\n#if B\n«@Transient\n#endif\nvar x = 1; init() {} }",
      "@Transient can't stand under '#if'; put the whole property there, once with it and once "
        + "without"
    ),
    (
      "@Model class A {\n#if B\n@Attribute(«.transformable(by: T.self))\n#endif\nvar x = 1; init() {} }",
      "'.transformable' can't stand under '#if'; put the whole property there"
    ),
    (
      "@Model class A { @Attribute(.createdAt) «var x: Int; init() {} }",
      "'x' is '.createdAt', which needs the type 'Date' or 'Date?'"
    ),
    (
      "@Model class A { @Attribute(.updatedAt) «var x: A?; init() {} }",
      "'x' is '.updatedAt', which needs the type 'Date' or 'Date?'"
    ),
    (
      "@Model class A { @Attribute(.deletedAt) «var x: Date; init() {} }",
      "'x' is '.deletedAt', which needs the type 'Date?'"
    ),
    (
      "@Model class A { @Attribute(.updatedAt) var x: Date = «.now; init() {} }",
      "a save sets 'x', which is '.updatedAt'; leave its initial value out"
    ),
    (
      "@Model class A { @Attribute(.createdAt) «let x: Date; init() {} }",
      "saves set 'x', which is '.createdAt'; declare it as 'var'"
    ),
    (
      "@Model class A { @Attribute(.createdAt, .ephemeral) «var x: Date?; init() {} }",
      "'x' is '.createdAt', and can't be '.ephemeral' as well"
    ),
    (
      "@Model class A { @Attribute(.createdAt, «.updatedAt) var x: Date; init() {} }",
      "a property is '.createdAt' or '.updatedAt', not both"
    ),
    (
      "@Model class A { @Attribute(.createdAt) var x: Date; @Attribute(.createdAt) «var y: Date?; "
        + "init() {} }", "a class has one '.createdAt', and 'x' is it"
    ),
    (
      "@Model class A {\n#if B\n@Attribute(«.updatedAt)\n#endif\nvar x: Date?; init() {} }",
      "'.updatedAt' can't stand under '#if'; put the whole property there"
    ),
    (
      "@Model class A { @Attribute(«option) var x = 1; init() {} }",
      "the option itself must stand here, such as '.unique', for the macro to see it"
    ),
    (
      "@Model class A { @Attribute(.unique, «a ? .b : .c) var x = 1; init() {} }",
      "the option itself must stand here, such as '.unique', for the macro to see it"
    ),
  ])
  func saysWhatIsWrongAndWhere(source: String, message: String) throws {
    let source = ModelSource(source)
    let result = source.members
    try #require(result.diagnostics.count == 1)
    #expect(result.diagnostics[0].message == message)
    #expect(result.diagnostics[0].severity == .error)
    #expect(result.diagnostics[0].position.offset == source.mark)
  }

  // What is missing would be said again and again by the compiler.
  @Test func aFaultyClassIsExpandedAllTheSame() throws {
    let source = ModelSource("@Model class A { var x = 1; weak var y: A? }")
    let result = source.members
    #expect(result.diagnostics.count == 2)
    let code = try #require(result.expandedSource)
    #expect(code.contains("required init(_$row: inout StrataModel._Row) { Swift.fatalError() }"))
    #expect(code.contains("StrataModel._Persisted.property(0, \"x\""))
    #expect(!code.contains("_$v_y"))
    #expect(source.attribute(on: "weak var y: A?") == nil)
    #expect(source.attribute(on: "var x = 1") != nil)
    #expect(source.conformances?.contains("PersistentModel") == true)
  }

  @Test(arguments: ["struct A { init() {} }", "class A<T> { init() {} }", "class A { init( }"])
  func whatCanNotBeAModelIsLeftAlone(_ text: String) {
    let source = ModelSource("@Model " + text)
    #expect(source.members.expandedSource == nil)
    #expect(source.members.diagnostics.count == 1)
    #expect(source.conformances == "")
  }

  @Test(arguments: [
    ("struct A { init() {} }", "class A { init() {} }"),
    ("class A { let x = 1; init() {} }", "class A { var x = 1; init() {} }"),
    ("class A { lazy var x = 1; init() {} }", "class A { @Transient lazy var x = 1; init() {} }"),
    (
      "class A { @Relationship var x: Set<B>; init() {} }",
      "class A { @Relationship var x: [B]; init() {} }"
    ),
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
