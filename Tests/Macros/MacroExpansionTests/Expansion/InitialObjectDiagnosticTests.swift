import StrataCompilerMessages
import StrataMacroExpansion
import Testing

/// Tests of `@Model`'s warnings about relationships whose initial value is an object. `«` marks
/// their position.
@Suite struct InitialObjectDiagnostics {
  @Test(arguments: [
    "@Relationship var tag: Tag = «Tag(name: \"x\")", "@Relationship var tag: Tag? = «.init()",
    "@Relationship var tag = «Model.Tag.init()", "@Relationship var tags: [Tag] = «[a, Tag()]",
    "@Relationship(deleteRule: .cascade) var tags: [Tag]? = «[.init()]",
  ])
  func areWarnings(_ property: String) throws {
    let source = ModelSource("@Model class A { \(property); init() {} }")
    let result = source.members
    let warning = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1 && warning.severity == .warning)
    #expect(warning.message.contains("only read") && warning.position.offset == source.mark)
    #expect(result.expandedSource?.contains("_$initialValue") == false)
  }

  @Test(arguments: [
    "nil", "[]", "[Tag]()", "Array()", ".init()", "Array<Tag>()", "makeTags()", "Tags.none",
    "[a, b]",
  ])
  func areNotForEmptyOnes(_ value: String) {
    let source = ModelSource(
      "@Model class A { @Relationship var tags: [Tag]? = \(value); init() {} }")
    #expect(source.members.diagnostics.isEmpty)
  }

  @Test func areLeftToTheCompilerWhereThePropertyMayBeAValue() {
    let source = ModelSource("@Model class A { var tag: Tag = Tag(); init() {} }")
    #expect(source.members.diagnostics.isEmpty)
    #expect(source.members.expandedSource?.contains("_$initialValue(of: \\A.tag)") == true)
    let plain = ModelSource("@Model class A { var uid: UUID = UUID(); init() {} }")
    #expect(plain.members.expandedSource?.contains("_$initialValue") == false)
  }

  @Test func offerToLeaveTheValueOut() throws {
    let source = ModelSource("@Model class A { @Relationship var tag: Tag? = Tag(); init() {} }")
    let change = try #require(source.members.diagnostics.first?.fixIts.first?.changes.first)
    var text = Array(source.text.utf8)
    text.replaceSubrange(
      change.range.startOffset..<change.range.endOffset, with: Array(change.newText.utf8))
    #expect(
      String(decoding: text, as: UTF8.self)
        == "@Model class A { @Relationship var tag: Tag?; init() {} }")
  }
}
