import StrataCompilerMessages
import Testing

/// Tests of `@Model`'s warnings about groups of `#Unique` and `#Index` that repeat another. `«` marks
/// their position.
@Suite struct RepeatedConstraints {
  @Test(arguments: [
    "#Unique<A>([\\.x], «[\\.x])", "#Unique<A>([\\.x])\n#Unique<A>(«[\\A.x])",
    "#Unique<A>([\\.x, \\.y], «[\\.y,\\.x])", "#Index<A>([\\.x])\n#Index<A>([\\.y], «[ \\.x ])",
    "#Index<A>(.binary([\\.x]), «.binary([\\.x]))",
    "#Unique<A>([\\.x])\n#if os(Linux)\n#Unique<A>(«[\\.x])\n#endif",
  ])
  func areWarnings(_ declarations: String) throws {
    let source = ModelSource("@Model class A { \(declarations)\nvar x = 1; var y = 2; init() {} }")
    let result = source.members
    let warning = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1 && warning.severity == .warning)
    #expect(warning.message.contains("lists these properties already; leave this group out"))
    #expect(warning.position.offset == source.mark)
  }

  @Test(arguments: [
    "#Unique<A>([\\.x], [\\.x, \\.y])", "#Unique<A>([\\.x])\n#Index<A>([\\.x])",
    "#Index<A>([\\.x, \\.y], [\\.y, \\.x])",
    "#if os(Linux)\n#Unique<A>([\\.x])\n#else\n#Unique<A>([\\.x])\n#endif",
  ])
  func areNotForOtherGroups(_ declarations: String) {
    let source = ModelSource("@Model class A { \(declarations)\nvar x = 1; var y = 2; init() {} }")
    #expect(source.members.diagnostics.isEmpty)
  }
}
