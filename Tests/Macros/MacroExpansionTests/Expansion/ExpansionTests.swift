import StrataCompilerMessages
import Testing

@Suite struct ExpansionTests {
  private let model = ModelSource(
    """
    @Model public final class Note: Titled {
      var text: String
      let code: Int
      @Relationship(deleteRule: .cascade, inverse: \\Page.note) var pages: [Page] = []
      #if os(Linux)
        var build: Int = 0
      #endif
      var last: Date?
      @Transient var cache = 0
      static var made = 0
      var count: Int { pages.count }
      @Transient lazy var slow = 1
      #Index<Note>([\\.text])
      init() {}
    }
    """)

  @Test func persistedVariablesGetTheirPositions() {
    #expect(
      model.attribute(on: "var text: String")
        == "@StrataContexts._PersistedProperty(\"StrataModel._PropertyIndex(Self._$Index.base + 0)\")"
    )
    #expect(
      model.attribute(
        on: "@Relationship(deleteRule: .cascade, inverse: \\Page.note) var pages: [Page] = []")
        == "@StrataContexts._PersistedProperty(\"StrataModel._PropertyIndex(Self._$Index.base + 2)\")"
    )
    #expect(
      model.attribute(on: "var last: Date?")
        == "@StrataContexts._PersistedProperty(\"StrataModel._PropertyIndex(Self._$Index.base + Self._$Index.count0 + 3)\")"
    )
  }

  @Test(arguments: [
    "let code: Int", "@Transient var cache = 0", "static var made = 0",
    "@Transient lazy var slow = 1",
    "var count: Int { pages.count }", "init() {}",
  ])
  func otherMembersStayAsTheyAre(_ member: String) {
    #expect(model.attribute(on: member) == nil)
  }

  @Test func metadataRepeatsWhatTheAttributesSay() throws {
    let source = try #require(model.members.expandedSource)
    #expect(
      source.contains(
        """
        StrataModel._Persisted.property(StrataModel._PropertyIndex(Self._$Index.base + 2), "pages", \\Note.pages, \
        StrataModel._Codings.of(), .relationship(deleteRule: .cascade, inverse: \\Page.note), default: { [] })
        """))
    #expect(source.contains("StrataSchema.Schema.Index<Note>([\\.text])"))
    #expect(!source.contains("cache"))
    #expect(!source.contains("made"))
  }

  @Test func conditionsStandAroundWhatTheyConcern() throws {
    let source = try #require(model.members.expandedSource)
    #expect(source.contains("#if os(Linux)\n  static var count0: Swift.Int { 1 }\n#else"))
    #expect(source.contains("#if os(Linux)\n  _$v_build = try _$row.decode()\n#endif"))
  }

  @Test func membersHaveTheClassesAccess() throws {
    let source = try #require(model.members.expandedSource)
    #expect(source.contains("public required init(_$row:"))
    #expect(source.contains("public nonisolated static let _$entity"))
    let hidden = try #require(
      ModelSource("@Model final class A { init() {} }").members.expandedSource)
    #expect(!hidden.contains("public"))
  }

  @Test func classesThatCanBeInheritedFromKnowTheirSubclassesKeyPaths() throws {
    let source = try #require(
      ModelSource("@Model class A { var x = 1; init() {} }").members.expandedSource)
    #expect(source.contains("static func _$keyPaths<_$Root: A>"))
    #expect(source.contains("_$keyPaths.append(\\_$Root.x)"))
    #expect(try !#require(model.members.expandedSource).contains("_$keyPaths"))
  }

  @Test func codeThatDependsOnTypesIsTheMainActors() throws {
    let source = try #require(model.members.expandedSource)
    for member in [
      "static var _$metadata:", "required init(_$row:", "func _$read(", "func _$write(",
      "static var _$constraints:",
    ] {
      #expect(source.contains("@MainActor public \(member)"), "\(member)")
    }
    for member in ["static let _$entity", "func _$visit("] {
      #expect(source.contains("public nonisolated \(member)"), "\(member)")
    }
  }

  @Test(arguments: [
    (["final class Cache<T> {}"], true), (["enum A {}", "\nstruct B<each C> {}"], true),
    (["enum A {}"], false), (["extension A {}"], false), ([], false),
  ])
  func classesInGenericTypesHaveNoStaticStorage(context: [String], isGeneric: Bool) throws {
    for (text, wanted) in [
      ("@Model class A: B { init() {} }", []),
      ("@Model final class A { init() {} }", ["PersistentModel", "_ModelRoot"]),
    ] {
      var model = ModelSource(text)
      model.context = context
      model.wanted = wanted
      let source = try #require(model.members.expandedSource)
      #expect(source.contains("StrataModel._ModelEntity.of(A.self") == isGeneric)
      #expect(source.contains("static let") != isGeneric)
    }
  }

  @Test(arguments: [
    (
      ["Observable", "PersistentModel", "Identifiable", "_ModelRoot"],
      "nonisolated extension Note: StrataModel._Observable, StrataModel.PersistentModel, "
        + "Swift.Identifiable, StrataModel._ModelRoot {}"
    ),
    (
      ["Observable", "_ModelRoot"],
      "nonisolated extension Note: StrataModel._Observable, StrataModel._ModelRoot {}"
    ),
    ([], ""),
  ])
  func conformancesAreWrittenWhereTheyAreWanted(wanted: [String], expansion: String) {
    var model = model
    model.wanted = wanted
    #expect(model.conformances == expansion)
  }

  @Test(arguments: [
    ("var a: Int", "private final var _$v_a: Int"),
    ("var a: Int?", "private final var _$v_a: Int?"),
    ("var a: Int? = 4", "private final var _$v_a: Swift.Optional<Int>"),
    ("var a = 4", "private final var _$v_a: Swift.Int"),
    ("var a: String!", "private final var _$v_a: String?"),
    ("var a: [B]", "private final var _$v_a: StrataModel._Slot<[B]>"),
    ("var a: B?", "private final var _$v_a: StrataModel._Slot<B?> = StrataModel._Slot<B?>(nil)"),
    ("var a = B.c", "private final var _$v_a = StrataModel._Slot(B.c)"),
    ("var `in`: Int", "private final var _$v_in: Int"),
    ("var `a b`: Int", "private final var `_$v_a b`: Int"),
    ("var `1`: Int", "private final var _$v_1: Int"),
    ("var 😀: Int", "private final var _$v_😀: Int"),
    ("var a = ½", "private final var _$v_a = StrataModel._Slot(½)"),
    ("var a = 1.½", "private final var _$v_a = StrataModel._Slot(1.½)"),
    (
      "var a = if b { 1 } else { 2 }",
      "private final var _$v_a = StrataModel._Slot({ if b { 1 } else { 2 } }())"
    ),
    (
      "var a = switch(b) { default: 2 }",
      "private final var _$v_a = StrataModel._Slot({ switch(b) { default: 2 } }())"
    ),
    ("var a = iffy { 2 }", "private final var _$v_a = StrataModel._Slot(iffy { 2 })"),
    (
      "@Attribute(.transformable(by: T.self)) var a: [Int]",
      "@exclusivity(unchecked) private final var _$v_a: StrataModel._Slot<[Int]>"
    ),
    (
      "@Attribute(.unique, .transformable(\n  /* é */ by : T . self\n)) var a: [Int]",
      "private final var _$v_a: StrataModel._Slot<[Int]>"
    ),
    (
      "@Attribute(Schema.Attribute.Option.transformable(by: \"T\")) var a: [Int]",
      "private final var _$v_a: StrataModel._Slot<[Int]>"
    ),
  ])
  func storageFollowsTheType(property: String, storage: String) throws {
    let source = try #require(ModelSource.property(.peer, property).expandedSource)
    #expect(source.hasSuffix(storage))
  }

  @Test func observersRunAroundTheAssignment() throws {
    let source = try #require(
      ModelSource.property(.accessor, "var a: Int { willSet { w(newValue) } didSet { d() } }")
        .expandedSource)
    let places = try ["w(newValue)", "_$v_a = newValue", "d()"].map {
      try #require(source.place(of: $0), "\($0) in \(source)")
    }
    #expect(places == places.sorted())
    #expect(!source.contains("_modify"))
  }

  @Test func linksAreVariablesInTheOlderLanguage() {
    let source = ModelSource("@Model class A { let b: B; let c: Int; init() {} }", language: 5)
    #expect(source.attribute(on: "let b: B") == "@StrataContexts._PersistedProperty(\"0\")")
    #expect(source.attribute(on: "let c: Int") == nil)
    let newer = ModelSource(source.text)
    #expect(newer.attribute(on: "let b: B") == nil)
  }
}

extension String {
  /// The number of characters before the first occurrence of a text.
  fileprivate func place(of text: String) -> Int? {
    indices.first { self[$0...].hasPrefix(text) }.map { distance(from: startIndex, to: $0) }
  }
}
