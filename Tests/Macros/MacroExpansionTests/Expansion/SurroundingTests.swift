import StrataCompilerMessages
import Testing

/// Attributes and constraints work in a model class only; anywhere else they are an error.
@Suite struct Surroundings {
  private static let model = "\n@available(*, deprecated) @SwiftData.Model public class A: B {}"

  @Test(arguments: [
    ([model], true), ([], false), (["extension A {}"], false), (["class A {}"], false),
    (["struct B {}", model], false), (["@Model actor A {}"], true), (["func f() {}"], false),
    (["@Model(a) class A {}"], true), (["{ a in }"], false),
  ])
  func constraintsStandInAModelClass(context: [String], isRight: Bool) {
    for (name, type) in [
      ("Unique", "UniqueConstraintsMacro"), ("Index", "IndexMacro"), ("Search", "SearchMacro"),
    ] {
      var source = ModelSource("\n  #\(name)<A>([\\.x])")
      source.context = context
      let result = source.freestanding(name, type)
      #expect(result.diagnostics.isEmpty == isRight)
      #expect((result.expandedSource == "") == isRight)
    }
  }

  @Test func theErrorIsAtTheUse() {
    let source = ModelSource("\n  #Unique<A>([\\.x])")
    let result = source.freestanding("Unique", "UniqueConstraintsMacro")
    #expect(result.diagnostics.first?.position.offset == 3)
    #expect(
      result.diagnostics.first?.message
        == "'#Unique' says nothing outside of a class with @Model; it stands between the braces of "
        + "its class, not in an extension or a nested type")
  }

  @Test(arguments: [
    ("«@Attribute(.unique) var x = 1", nil),
    ("«@Attribute(.unique) let x: Int", nil),
    ("«@Attribute(.unique) static var x = 1", "this property belongs to the type"),
    ("«@Attribute(.unique) @Transient var x = 1", "this property is transient"),
    ("«@Attribute(.unique) var x: Int { 1 }", "this property is computed"),
    ("«@Attribute(.unique) override var x: Int { didSet {} }", "this property is its superclass's"),
    ("«@Attribute(.unique) func f() {}", "stands before a stored property only"),
  ])
  func attributesStandBeforePersistedProperties(text: String, reason: String?) {
    var source = ModelSource(text)
    source.context = [Self.model]
    let result = source.attribute("Attribute")
    if let reason {
      #expect(result.diagnostics.first?.message.contains(reason) == true, "\(result)")
      #expect(result.diagnostics.first?.position.offset == source.mark)
    } else {
      #expect(result == ExpansionResult(expandedSource: ""))
    }
  }

  @Test func attributesStandInAModelClass() {
    for name in ["Attribute", "Relationship"] {
      var source = ModelSource("«@\(name) var x = 1")
      source.context = ["class A {}"]
      #expect(
        source.attribute(name).diagnostics.map(\.message)
          == ["'@\(name)' says nothing outside of a class with @Model"])
    }
  }

  @Test(arguments: [
    "#Unique", "#SwiftData.Unique", "#StrataContexts::Unique", "#SwiftData::`Unique`",
  ])
  func constraintsAreKnownUnderEachName(_ name: String) throws {
    let model = ModelSource("@Model class A {\n\(name)<A>([\\.x])\nvar x = 1; init() {} }")
    let source = try #require(model.members.expandedSource)
    #expect(
      source.contains(
        "StrataSchema.Schema.Unique<A>([\\.x]) as StrataSchema.Schema.Unique<A>"))
  }

  @Test func constraintsKeepTheClassTheyName() throws {
    let model = ModelSource("@Model class A { #Index<B>([\\.x]); var x = 1; init() {} }")
    let source = try #require(model.members.expandedSource)
    #expect(
      source.contains("StrataSchema.Schema.Index<B>([\\.x]) as StrataSchema.Schema.Index<A>"))
  }
}
