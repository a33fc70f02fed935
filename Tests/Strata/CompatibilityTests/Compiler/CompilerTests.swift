import Testing

/// What a user sees of a mistake: one error, at the declaration that it is about.
@Suite(.enabled(if: Compiler() != nil, "there is no compiler with the built modules here"))
struct CompilerTests {
  private struct Mistake {
    let source: String
    let error: String

    init(_ error: String, _ source: String) {
      self.source = source
      self.error = error
    }
  }

  private static let mistakes = [
    Mistake(
      "1: @Model requires an initializer be provided for 'A'",
      "@Model final class A { var x = 1; var y: String; var z: [Int]; var w: Int? }"),
    Mistake(
      "3: 'y' can't be persisted as a weak reference; a relationship is never a cycle in the store, "
        + "so leave the modifier out, or mark it @Transient",
      "@Model final class B {\nvar x = 1\nweak var y: B?\ninit() {} }"),
    Mistake(
      "2: 'property(_:_:_:_:_:default:)' is unavailable: a relationship to many objects is an array; "
        + "declare the property as one",
      "@Model final class C {\nvar all: Set<C> = []\ninit() {} }"),
    Mistake(
      "3: 'property(_:_:_:_:_:default:)' is unavailable: a relationship to many objects is an array; "
        + "a dictionary of objects can't be stored",
      "@Model final class D {\nvar x = 1\nvar all: [String: D] = [:]\ninit() {} }"),
    Mistake(
      "3: 'property(_:_:_:_:_:default:)' is unavailable: this type can't be stored; make it Codable, "
        + "or mark the property @Transient",
      "struct E1 {}\n@Model final class E {\nvar x: E1?\ninit() {} }"),
    Mistake(
      "2: value of type 'F' has no member 'nmae'",
      "@Model final class F { var name = \"\"; init() {} }\n"
        + "let f = #Predicate<F> { $0.nmae == \"x\" }"),
    Mistake(
      "2: 'Predicate' is unavailable: the closure takes the model: write '{ _ in true }'",
      "@Model final class G { var name = \"\"; init() {} }\nlet g = #Predicate<G> { true }"),
    Mistake(
      "3: '#Unique' says nothing outside of a class with @Model; it stands between the braces of its "
        + "class, not in an extension or a nested type",
      "@Model final class H { var x = 1; init() {} }\nextension H {\n#Unique<H>([\\.x])\n}"),
    Mistake(
      "2: cannot convert value of type 'Schema.Unique<H>' to type 'Schema.Unique<I>' in coercion",
      "@Model final class I {\n#Unique<H>([\\.x])\nvar x = 1; init() {} }"),
    Mistake(
      "8: a property has one @Attribute or @Relationship; write all arguments in one",
      "@Model final class J {\n#if swift(>=5)\n@Attribute(.unique)\n#endif\n#if swift(>=6)\n"
        + "@Attribute(originalName: \"y\")\n#endif\nvar x = 1; init() {} }"),
    Mistake(
      "2: 'n' can't be persisted as it is made only when it is asked for; mark it @Transient, or leave "
        + "'lazy' out", "@Model final class K {\nlazy var n = 1\ninit() {} }"),
    Mistake(
      "2: '@Attribute' says nothing here: this property is computed, and isn't persisted",
      "@Model final class L {\n@Attribute(.unique) var n: Int { 1 }\ninit() {} }"),
    Mistake(
      "1: '@Attribute' says nothing outside of a class with @Model",
      "final class M { @Attribute(.unique) var n = 1 }"),
    Mistake(
      "3: a predicate can't look at what a case carries; compare the whole value, or keep the part in "
        + "a property of its own",
      "enum N1: Codable, Hashable { case a(Int), b }\n"
        + "@Model final class N { var k = N1.b; init() {} }\n"
        + "let n = #Predicate<N> { if case .a(let price) = $0.k { price > 1 } else { false } }"),
    Mistake(
      "3: 'init(_:_:_:originalName:default:)' is unavailable: this type can't be stored; make it "
        + "Codable, or put @Composite on it too",
      "struct O1 {}\n@Composite struct O { var y = 1\nvar x: O1\n}"),
    Mistake(
      "2: 'init(_:_:_:originalName:default:)' is unavailable: this type can't be stored; make it "
        + "Codable, or put @Composite on it too",
      "struct P1 {}; @Composite enum P { case a(Int)\ncase b(P1) }"),
    Mistake(
      "1: '@Composite' cannot be applied to class type 'Q'; it keeps values of structs and enums in "
        + "columns", "@Composite final class Q { var x = 1 }"),
  ]

  @Test func aMistakeIsOneErrorAtItsPlace() throws {
    let compiler = try #require(Compiler())
    let errors = try compiler.errors(in: Self.mistakes.map(\.source))
    for (mistake, found) in zip(Self.mistakes, errors) {
      #expect(found == [mistake.error], "\(mistake.source)")
    }
  }

  @Test func initialObjectsOfRelationshipsAreWarnedOf() throws {
    let compiler = try #require(Compiler())
    let source = """
      @Model final class Tag { var name = ""; init(name: String) { self.name = name }; init() {} }
      struct Address: Codable { var street = "" }
      @Model final class Item {
      var tag: Tag = Tag(name: "hello")
      var spare: Tag? = .init()
      var all: [Tag] = [Tag(), Tag()]
      @Relationship var kept: Tag = Tag(name: "hello")
      @Relationship(inverse: nil)
      var list = [Tag()]
      var none: Tag? = nil
      var empty: [Tag] = [Tag]()
      var also: [Tag]? = .init()
      @Relationship var nothing: [Tag] = .init()
      var address: Address = Address()
      var moment = Date(timeIntervalSince1970: 0)
      init() {}
      }
      """
    let byType = "'_$initialValue(of:)' is deprecated: each object makes"
    let end = "which throws"
    let found = try #require(try compiler.warnings(in: [source]).first)
    #expect(found.map { $0.prefix { $0 != ":" } }.sorted() == ["4", "5", "6", "7", "9"])
    #expect(found.filter { $0.contains(byType) }.count == 3)
    #expect(found.allSatisfy { $0.contains(end) && $0.contains("initializer") })
    #expect(found.contains { $0.contains("initial value of 'list'") })
    #expect(try compiler.errors(in: [source]) == [[]])
  }

  @Test func anOpenModelIsInheritedFromInAnotherModule() throws {
    let compiler = try #require(Compiler())
    let errors = try compiler.errors(
      in: """
        import Library
        @Model public class Sub: Opened { var more = 1; public override init() { super.init() } }
        @Model final class Last: Sub { var most = 1; override init() { super.init() } }
        """,
      importing: """
        @Model open class Opened {
          #Unique<Opened>([\\.value])
          public var value = 1
          public init() {}
        }
        @ModelActor package actor Packaged {}
        """)
    #expect(errors == [[]])
  }

  @Test func modelsMayBeNamedAsTheLibrarysOwnParts() throws {
    let compiler = try #require(Compiler())
    let names = [
      "Link", "Store", "Row", "Statement", "Column", "Query", "Key", "Assignment", "Table",
      "Connection", "Member", "Binder", "Value", "Operand", "Order", "Change", "Path", "Record",
      "Section", "Observer",
    ]
    let models = names.map {
      "@Model public final class \($0) {\npublic var name = \"\"\npublic init() {} }"
    }
    let uses = names.map {
      "func name(of object: \($0)) -> String { object.name }\n"
        + "let found\($0) = #Predicate<\($0)> { $0.name == \"x\" }"
    }
    // A third module sees both the models and the library.
    let errors = try compiler.errors(
      in: "import Strata\nimport Library\n" + uses.joined(separator: "\n"),
      importing: "import Strata\n" + models.joined(separator: "\n"))
    #expect(errors == [[]])
  }
}
