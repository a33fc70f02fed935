import StrataSwiftParser
import Testing

@Suite struct Attributes {
  @Test(arguments: [
    ("@Model", "Model", "Model"), ("@Foo.Bar", "Foo.Bar", "Bar"), ("@A::B", "A::B", "B"),
    ("@`a b`", "`a b`", "a b"), ("@Foo<Int>(1)", "Foo", "Foo"),
  ])
  func knowsName(source: String, name: String, baseName: String) throws {
    let attribute = try Attribute(scanning: source)
    #expect(attribute.name.text == name)
    #expect(attribute.baseName == baseName)
  }

  @Test(
    arguments: [
      ("@A", []), ("@A()", []), ("@A(1)", ["⟨1⟩"]),
      ("@A(.unique, b: \"x, y\")", ["⟨.unique⟩", "b: ⟨\"x, y\"⟩"]),
      (
        "@A(deleteRule: .cascade, inverse: \\Foo<A, B>.c)",
        ["deleteRule: ⟨.cascade⟩", "inverse: ⟨\\Foo<A, B>.c⟩"]
      ),
      ("@A(x: [1, 2], f(3, 4), { a, b in c })", ["x: ⟨[1, 2]⟩", "⟨f(3, 4)⟩", "⟨{ a, b in c }⟩"]),
      ("@available(iOS 17, *)", ["⟨iOS 17⟩", "⟨*⟩"]), ("@objc(foo:bar:)", ["⟨foo:bar:⟩"]),
      ("@objc(addTagsObject:)", ["⟨addTagsObject:⟩"]),
      ("@A(a < b, c > d)", ["⟨a < b⟩", "⟨c > d⟩"]), ("@A(a: 1,)", ["a: ⟨1⟩"]),
      ("@A( /* , */ 1 // )\n , 2 )", ["⟨1⟩", "⟨2⟩"]),
      ("@A(\"\\(b, c)\", #\"),\"#)", ["⟨\"\\(b, c)\"⟩", "⟨#\"),\"#⟩"]),
    ] as [(String, [String])])
  func splitsArguments(source: String, arguments: [String]) throws {
    #expect(try Attribute(scanning: source).arguments.map(\.summary) == arguments)
  }

  @Test func tellsNoListFromEmptyList() throws {
    #expect(try Attribute(scanning: "@A").argumentList == nil)
    #expect(try Attribute(scanning: "@A()").argumentList?.source.text == "()")
  }

  @Test func findsArgumentsByLabel() throws {
    let list = try Attribute(scanning: "@A(.x, originalName: \"y\")").argumentList
    #expect(list?["originalName"]?.value.text == "\"y\"")
    #expect(list?["other"] == nil)
  }

  @Test func countsOffsets() throws {
    let attribute = try Attribute(scanning: "  @Foo<A, B>(é: 12)")
    #expect(attribute.source.offset == 2)
    #expect(attribute.name.offset == 3)
    #expect(attribute.genericArguments.map(\.text) == ["A", "B"])
    #expect(attribute.argumentList?.source.range == 12..<20)
    #expect(attribute.arguments.first?.label?.offset == 13)
    #expect(attribute.arguments.first?.value.offset == 17)
  }

  @Test func recordsConditions() throws {
    let source = """
      #if A || B
      @One
      #if C
      @Two
      #endif
      #elseif D
      @Three
      #else
      @Four
      #endif
      @Five var x = 1
      """
    let attributes = try VariableDeclaration(scanning: source).attributes
    #expect(attributes.map(\.name.text) == ["One", "Two", "Three", "Four", "Five"])
    #expect(
      attributes.map(\.condition) == [
        "A || B", "(A || B) && (C)", "!(A || B) && (D)", "!(A || B) && !(D)", nil,
      ])
  }

  @Test func areFoundByBaseName() throws {
    let variable = try VariableDeclaration(scanning: "@A.B @C @B(1) var x = 1")
    #expect(variable.attributes(named: "B").map(\.source.text) == ["@A.B", "@B(1)"])
  }
}
