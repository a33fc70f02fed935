import StrataCompilerMessages
import StrataMacroExpansion
import Testing

/// The expansion of `@Snapshot`. `«` marks the positions of errors.
@Suite struct SnapshotExpansions {
  private func members(
    _ text: String, _ attribute: String = "@Snapshot"
  ) throws -> (source: String, diagnostics: [String]) {
    let result = ModelSource(text).snapshot(attribute)
    return (result.expandedSource ?? "", result.diagnostics.map(\.message))
  }

  private let note = """
    @Model public final class Note {
      public var text: String
      var count = 1
      private var secret = ""
      @Transient var cache = 0
      @Relationship var pages: [Page] = []
      var author: Author?
      var title: String { text }
      static var made = 0
      public init() {}
    }
    """

  @Test func theStructHasThePersistedAttributes() throws {
    let (source, errors) = try members(note, #"@Snapshot(excluding: "author")"#)
    #expect(errors == [])
    #expect(
      source.contains("public struct Snapshot: StrataContexts.ModelSnapshot, Swift.Sendable {"))
    #expect(source.contains("  public var text: String\n"))
    #expect(source.contains("  var count: Swift.Int\n"))
    // It has a parameter that isn't public.
    #expect(source.contains("\n  init(text: String, count: Swift.Int = 1) {"))
    #expect(source.contains(#"_$decoder, of: "Note", ["text", "count"])"#))
    #expect(
      source.contains(#"try _$members.value("count", _$base.map { $0.count }, default: { 1 })"#))
    for name in ["secret", "cache", "pages", "author", "title", "made"] {
      #expect(!source.contains(name), "\(name)")
    }
  }

  @Test func relationshipsAreSnapshotsOrIdentifiers() throws {
    let (source, errors) = try members(
      note, #"@Snapshot(including: "pages", identifying: "author")"#)
    #expect(errors == [])
    #expect(source.contains("  var pages: [Page.Snapshot]\n"))
    #expect(source.contains("  var author: StrataModel.TypedObjectID<Author>?\n"))
    let live = "try StrataContexts._SnapshotObjects.live(self."
    #expect(source.contains("pages: \(live)pages).map { try $0._$snapshot(_$path) }"))
    #expect(source.contains("author: \(live)author)?.typedObjectID"))
  }

  @Test(arguments: [
    ("[B]", "[B.Snapshot]"), ("Array<B>", "[B.Snapshot]"), ("B?", "B.Snapshot?"),
    ("Optional<B>", "B.Snapshot?"), ("B", "B.Snapshot"), ("B!", "B.Snapshot?"),
  ])
  func nestedTypesFollowTheProperties(type: String, nested: String) throws {
    let (source, _) = try members(
      "@Model final class A { var b: \(type); init() {} }", #"@Snapshot(including: "b")"#)
    #expect(source.contains("var b: \(nested)\n"))
  }

  @Test func anObjectIsMadeOnlyOfAllItNeeds() throws {
    let text = "@Model final class A { var x: Int; var y = 1; init() {} }"
    #expect(try members(text, #"@Snapshot(excluding: "y")"#).source.contains("convenience init("))
    #expect(try !members(text, #"@Snapshot(excluding: "x")"#).source.contains("convenience init("))
  }

  @Test(arguments: ["", "excluding: \"x\""])
  func aConstantNeedsTheClassesOwnInitializer(_ options: String) throws {
    let text = "@Model final class A { let x: Int; init() {} }"
    #expect(try !members(text, "@Snapshot(\(options))").source.contains("convenience init("))
  }

  @Test func aSubclassHasNone() {
    var source = ModelSource("@Model final class «A: B { var x = 1; init() {} }")
    source.wanted = []
    let result = source.snapshot("@Snapshot")
    #expect(
      result.diagnostics.map(\.message) == [
        "a snapshot is of one class; 'A' inherits from a model, whose properties it can't have"
      ])
    #expect(result.diagnostics.first?.position.offset == source.mark)
  }

  @Test func uniqueValuesTellMembersApart() throws {
    let (source, _) = try members(
      "@Model final class A { @Attribute(.unique) var x: Int; var y = 1; init() {} }")
    #expect(source.contains("\n  if self.x == _$snapshot.x { return true }\n  return false\n"))
    #expect(
      try members(note, #"@Snapshot(excluding: "author")"#).source.contains(
        "\n  let _$own = try self.snapshot\n  return _$own == _$snapshot\n"))
    let (both, _) = try members(
      #"""
      @Model final class A {
        #Unique<A>([\.x, \.y], [\A.z], [\.x, \.other])
        var x: Int; var y: Int?; var z: Int?; init() {} }
      """#)
    #expect(
      both.contains(
        "  if self.x == _$snapshot.x, self.y != nil, self.y == _$snapshot.y { return true }\n"))
    #expect(both.contains("  if self.z != nil, self.z == _$snapshot.z { return true }\n"))
    #expect(
      both.contains("  guard _$snapshot.y == nil, _$snapshot.z == nil else { return false }\n"))
  }

  @Test func timesOfTheStoreAreShownAndNeverSet() throws {
    let (source, errors) = try members(
      """
      @Model final class A {
        @Attribute(.createdAt) var made: Date
        @Attribute(Schema.Attribute.Option.deletedAt) var gone: Date?
        var x = 1
        init() {} }
      """)
    #expect(errors == [])
    #expect(
      source.contains("init(made: Date = .distantPast, gone: Date? = nil, x: Swift.Int = 1)"))
    #expect(source.contains("{ $0.made }, default: { .distantPast })"))
    #expect(
      !source.contains("self.made = _$snapshot") && !source.contains("self.gone = _$snapshot"))
    #expect(!source.contains("setValue(forKey: \\A.made"))
    #expect(source.contains("  _$own.made = _$snapshot.made\n  _$own.gone = _$snapshot.gone\n"))
    #expect(source.contains("convenience init("))
  }

  @Test(arguments: [
    (
      "final class «A { var x: Int; init() {} }", "@Snapshot",
      "'@Snapshot' says nothing without @Model before 'A'"
    ),
    (
      "@Model class «A { var x: Int; init() {} }", "@Snapshot",
      "a snapshot is of one class, without subclasses; declare 'A' as 'final'"
    ),
    (
      "@Model final class A { «var x = f(); init() {} }", "@Snapshot",
      "a snapshot needs the type of 'x'; write it out"
    ),
    (
      "@Model final class A { #if B\n«var x: Int\n#endif\ninit() {} }", "@Snapshot",
      "'x' stands under '#if', where a snapshot can't have it; exclude it"
    ),
    (
      "@Model final class A { «var snapshot: Int; init() {} }", "@Snapshot",
      "'snapshot' is what @Snapshot declares; choose another name"
    ),
    (
      "@Model final class A { «var x: [B]?; init() {} }", #"@Snapshot(including: "x")"#,
      "a snapshot has an array of 'x', which can't be optional"
    ),
    (
      "@Model final class A { var x: Int; init() {} }", #"@Snapshot(excluding: «"y")"#,
      "'y' is no persisted property of 'A'"
    ),
    (
      "@Model final class A { var x: Int; init() {} }", #"@Snapshot(excluding: "x", «"x")"#,
      "'x' is listed already"
    ),
    (
      "@Model final class A { var x: Int; init() {} }", "@Snapshot(excluding: «x)",
      "the name of a property must stand here, as a plain text"
    ),
  ])
  func whatCanNotBeIsAnErrorAtItsPlace(text: String, attribute: String, message: String) throws {
    let source = ModelSource(text)
    let argument = ModelSource(attribute)
    let result = source.snapshot(argument.text)
    #expect(result.diagnostics.map(\.message) == [message])
    #expect(result.diagnostics.first?.position.offset == source.mark ?? argument.mark)
  }
}
