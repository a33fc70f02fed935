import StrataCompilerMessages
import Testing

/// Members and attributes under `#if`, of which only the compiler knows which are there.
@Suite struct ConditionalProperties {
  @Test func theSameNameInTwoClausesHasTwoPositions() {
    let model = ModelSource(
      """
      @Model class A {
        #if B
          var image: Int
          var name: String
        #else
          var name: String
        #endif
        var last: Int
        init() {}
      }
      """)
    #expect(
      model.attribute(on: "var name: String", 0) == "@StrataContexts._PersistedProperty(\"1\")")
    #expect(
      model.attribute(on: "var name: String", 1) == "@StrataContexts._PersistedProperty(\"0\")")
    #expect(
      model.attribute(on: "var last: Int")
        == "@StrataContexts._PersistedProperty(\"StrataModel._PropertyIndex(Self._$Index.count0 + 0)\")"
    )
  }

  @Test func eachClauseOfAnAttributeCounts() throws {
    let model = ModelSource(
      """
      @Model class A {
        #if B
          @Attribute(.unique)
        #elseif C
          @Relationship(inverse: \\A.name)
        #else
          @Attribute(originalName: "x")
        #endif
        var name: String
        init() {}
      }
      """)
    let source = try #require(model.members.expandedSource)
    let lines = source.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "#if B"))
    let expected = [
      "#if B", ".attribute(.unique)", "#elseif !(B) && (C)", ".relationship(inverse: \\A.name)",
      "#elseif !(B) && !(C)", ".attribute(originalName: \"x\")", "#else",
      "\\A.name, StrataModel._Codings.of()))", "#endif",
    ]
    let code = lines[start...].filter { !$0.hasPrefix("#sourceLocation") }
    for (line, part) in zip(code, expected) {
      #expect(line.contains(part), "\(line)")
    }
  }

  @Test func twoAttributesInOneConfigurationAreAnError() throws {
    let model = ModelSource(
      """
      @Model class A {
        #if B
          @Attribute(.unique)
        #endif
        #if C
          @Attribute(originalName: "x")
        #endif
        @Relationship
        var name: String
        init() {}
      }
      """)
    let source = try #require(model.members.expandedSource)
    for condition in ["#if (B) && (C)", "#if (B)", "#if (C)"] {
      #expect(
        source.contains(
          "\(condition)\n#sourceLocation(file: \"F.swift\", line: 9)\n#error("), "\(source)")
    }
  }

  @Test func aPropertyThatIsNotInItsClassIsAnError() {
    let model = ModelSource("@Model class A { init() {} } // var x = 1")
    let result = model.memberAttribute("var x = 1")
    #expect(result.diagnostics.map(\.message) == ["this property isn't found in its class"])
  }

  @Test func membersOfAnActorInEachClauseAreItsOwn() throws {
    let actor = ModelSource(
      "@ModelActor actor A {\n#if B\nlet modelExecutor: any ModelExecutor\n#endif\n}")
    let source = try #require(actor.actor(.member).expandedSource)
    #expect(!source.contains("let modelExecutor"))
  }
}
