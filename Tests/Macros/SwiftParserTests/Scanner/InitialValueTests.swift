import StrataSwiftParser
import Testing

@Suite struct InitialValues {
  static let values = [
    "1", "-1.5e-3", "0x1F.p", "\"a\"", "true", "nil", ".now", ".init()", "[]", "[:]",
    "UUID().uuidString",
    "[1, 2,\n 3,]", "[String]()", "[Nested.Model]()", "Generic<T>()", "A<B, C>.d",
    "A<[B]>(c < d, e > f)",
    "Date.distantPast", "State.menu.rawValue", "a ?? b ?? []", "a\n  ?? b", "a +\n b",
    "a\n  .b\n  .c()",
    "a ? b : c", "a\n ? b\n : c", "a ? b ? 1 : 2 : 3", "a ?b : c", "a == b && !c", "a as? B ?? c",
    "a as! [B: C]", "a is B ? 1 : 2", "a as (B) -> C", "try! f()", "try? await f()", "try\n f()",
    "{ 1 }()", "{ [unowned self] in a }()", "f { $0 }", "f(1) { $0 } b: { 2 } c: { 3 }",
    "f { get { 1 } }", "f\n { 1 }", "a.map { $0 }.filter { $0 }[0]", "if a { 1 } else { 2 }",
    "if let a = b { 1 } else if c { 2 } else { 3 }", "switch a { case .b: 1\n default: 2 }",
    "if a.contains(where: { $0 }) { 1 } else { 2 }", "\\A.b", "\\.a?.b![0]", "\\.self",
    "\\[A].count",
    "#file", "#selector(a)", "#A<B>(c) { d }", "a.0.1", "(1, 2).0", "a[1]?.b!.c", "a...", "...a",
    "1..<2", "\"\\(a[\"b\"]!) \\(\"\\(c)\")\"", "#\"a\\(\"# + b", "\"\"\"\n  \"a\" \\(b)\n  \"\"\"",
    "#\"\"\"#", "##\"a\"#b\"##", "/a\\/[)](b)/", "#/a/b\"/#", "#/\n a # b\n/#", "a / b / c",
    "a/b/c",
    "[/a/, /b c/]", "(a)/b + c/d", "!/a/", "a.reduce(1, /) + b.reduce(2, /)", "a < b", "a<b",
    "a >> b",
    "60*60*24", "`a b`.`class`", "self.x", "super.x", "unsafe a", "consume a",
    "a /* x */ + // y\n b",
    "a\n  #if B\n  .c()\n  #else\n  .d\n  #endif", "é + 日本 ≈ 😀", "A.b(1).c(\n  d\n)",
    "[\n#if A\n1,\n#endif\n2]", "f(\n#if A\n1,\n#endif\nb: 2)", "f { a / b } c: { /d/ }",
  ]

  static let followers = [
    "", ";", " // end", "\nvar y = 2", "; var y: Int", "\n#if A\nvar y = 3\n#endif",
    "\n@A var y = 1",
    "\r\nfunc f() {}", "\n/* b */ case z", " /* a */\n\n", "\n#A(1)", "\ninit() {}",
  ]

  @Test(arguments: values) func endWithTheStatement(value: String) throws {
    for follower in Self.followers {
      let source = "class A {\n  var x = \(value)\(follower)\n}"
      let members = try TypeDeclaration(scanning: source).members
      guard case .variable(let variable) = members.first else {
        Issue.record("no variable: \(source)")
        continue
      }
      #expect(variable.bindings.first?.initialValue?.text == value, "before “\(follower)”")
      #expect(variable.bindings.count == 1)
      #expect(variable.bindings.first?.accessorBlock == nil)
    }
  }

  @Test(arguments: values) func endAtACommaOrAnObserver(value: String) throws {
    let pair = try VariableDeclaration(scanning: "var x: A = \(value), y = \(value)")
    #expect(pair.bindings.map(\.initialValue?.text) == [value, value])
    let observed = try VariableDeclaration(scanning: "var x = \(value) { didSet { a } }")
    #expect(observed.bindings.first?.initialValue?.text == value)
    #expect(observed.bindings.first?.accessorBlock?.hasObservers == true)
    let newLine = try VariableDeclaration(scanning: "var x = \(value)\n{ @A willSet(b) {} }")
    #expect(newLine.bindings.first?.initialValue?.text == value)
    #expect(newLine.bindings.first?.accessorBlock?[.willSet]?.parameter?.text == "b")
  }

  @Test(arguments: [
    "", "var", "1 2", "a b", "(1", "[1)", "\"a", "/*", "a ? b", "a.", "+", "= 1", "#/a", "`a",
    "\"\\(a\"",
    "if a 1", "f(a", "\"\"\"\na", "\u{A0}1", "a\u{0}b",
  ])
  func areRefusedIfUnreadable(value: String) {
    #expect(throws: ScanError.self) { try VariableDeclaration(scanning: "var x = \(value)") }
  }
}
