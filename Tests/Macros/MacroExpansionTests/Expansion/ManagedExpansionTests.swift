import StrataCompilerMessages
import StrataMacroExpansion
import Testing

@Suite struct ManagedExpansionTests {
  private func expand(_ variable: String, _ attribute: String = "@Managed") -> ExpansionResult {
    func node(_ source: String) -> SyntaxNode {
      SyntaxNode(
        kind: "declaration", source: source,
        location: .init(
          fileID: "M/F.swift", fileName: "F.swift", offset: 0, line: 1, column: 1))
    }
    return Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "ManagedPropertyMacro", name: "Managed"),
          role: .accessor, attribute: node(attribute),
          declaration: node("\(attribute) \(variable)"))))
  }

  @Test func accessorsUseTheNameOfTheVariable() {
    #expect(
      expand("var name: String?").expandedSource == """
        {
        get { _$managedValue(forKey: "name") }
        set { _$setManagedValue(newValue, forKey: "name") }
        }
        """)
    #expect(
      expand("var `class`: String?").expandedSource?.contains("forKey: \"class\"") == true)
    #expect(
      expand("var kind: String?", "@Managed(\"class\")").expandedSource?
        .contains("forKey: \"class\"") == true)
  }

  @Test(arguments: [
    ("let name: String", "declare 'name' as 'var'"),
    ("var name = 1", "leave the initial value out"),
    ("var a: Int, b: Int", "a declaration of its own"), ("var name: Int { 1 }", "leave yours out"),
    ("func f() {}", "expected"),
  ])
  func whatCantBeManagedIsSaid(variable: String, message: String) {
    #expect(expand(variable).diagnostics.first?.message.contains(message) == true)
  }
}
