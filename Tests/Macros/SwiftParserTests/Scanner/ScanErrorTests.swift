import StrataSwiftParser
import Testing

@Suite struct ScanErrors {
  @Test(arguments: [
    ("class A {", 9, "expected a declaration or ‘}’, but the source ends"),
    ("class {", 6, "expected the name of a type instead of ‘{’"),
    ("class A { foo }", 10, "expected a declaration instead of ‘foo’"),
    ("class A { var x = }", 18, "expected an expression instead of ‘}’"),
    ("class A { var x: }", 17, "expected a type instead of ‘}’"),
    (
      "class A { var a = 1 var b = 2 }", 20,
      "expected a line break or ‘;’ between declarations instead of ‘var’"
    ),
    ("class A { var x = f(1] }", 21, "this bracket closes none that is open"),
    ("class A { func f() { ( }", 23, "this bracket closes none that is open"),
    ("class A { func f() {", 19, "the bracket that opens here is never closed"),
    ("class A { var x = \"a }\n}", 18, "the string that starts here has no end"),
    ("class A { /* }", 10, "the comment that starts here has no end"),
    (
      "class A {\n#if B\nvar x = 1\n}", 26, "expected ‘#elseif’, ‘#else’ or ‘#endif’ instead of ‘}’"
    ),
    ("class A {\n#if\n#endif\n}", 10, "‘#if’ needs a condition"),
    ("class A {\n#if B\n#else\n#else\n#endif\n}", 22, "‘#else’ can't stand here"),
    ("class A {} class B {}", 11, "expected the end of the declaration instead of ‘class’"),
    (
      "class A { @A(1\n#if B\n, 2\n#endif\n) var x = 1 }", 15,
      "expected ‘,’ or ‘)’ instead of ‘#if’"
    ),
    ("var x = 1", 0, "expected a type declaration"),
    ("", 0, "expected a declaration, but the source ends"),
  ])
  func sayWhatAndWhere(source: String, offset: Int, message: String) {
    #expect(throws: ScanError(message, at: offset)) { try TypeDeclaration(scanning: source) }
  }

  @Test func readWell() {
    #expect(ScanError("expected ‘}’", at: 7).description == "expected ‘}’ (at byte 7)")
  }

  @Test(arguments: [
    "(", "[", "{", "<", "\"\\(", "/*", "@A(", "A<", "#if A\n", "((Int)->", "a ? ", "-", "!", "~",
    "any ",
  ])
  func endDeepNesting(piece: String) {
    let tower = String(repeating: piece, count: 20_000)
    for source in ["class A { var x = \(tower)", "class A { var x: \(tower)", "class A { \(tower)"]
    {
      #expect(throws: ScanError.self) { try TypeDeclaration(scanning: source) }
    }
  }

  @Test func allowReasonableNesting() throws {
    let open = String(repeating: "(", count: 200)
    let close = String(repeating: ")", count: 200)
    _ = try Member(scanning: "var x = \(open)1\(close)")
    let types = String(repeating: "A<", count: 40) + "B" + String(repeating: ">", count: 40)
    _ = try Member(scanning: "var x: \(types)")
  }
}
