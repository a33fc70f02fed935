import StrataSwiftParser
import Testing

@Suite struct Members {
  @Test func keepInitializers() throws {
    let source = """
      @A required public convenience init?<T>(from decoder: any Decoder, _ x: T..., y: Int = 1)
        async throws(E) where T: P { self.init() }
      """
    guard case .initializer(let initializer) = try Member(scanning: source) else {
      Issue.record("no initializer")
      return
    }
    #expect(initializer.modifiers.map(\.name) == ["required", "public", "convenience"])
    #expect(initializer.failureMark?.text == "?")
    let signature = initializer.signature
    #expect(signature.genericParameters?.text == "<T>")
    #expect(signature.parameters.map(\.label?.text) == ["from", nil, "y"])
    #expect(signature.parameters.map(\.name.text) == ["decoder", "x", "y"])
    #expect(signature.parameters.map(\.type.text) == ["any Decoder", "T", "Int"])
    #expect(signature.parameters.map(\.isVariadic) == [false, true, false])
    #expect(signature.parameters.map(\.defaultValue?.text) == [nil, nil, "1"])
    #expect(signature.effects?.text == "async throws(E)")
    #expect(signature.genericWhereClause?.text == "where T: P")
    #expect(initializer.body?.text == "{ self.init() }")
  }

  @Test(arguments: [
    ("func ==(a: A, b: A) -> Bool { true }", "=="), ("func < (a: A) {}", "<"),
    ("func <<T>(a: T) {}", "<"), ("func <<<T>(a: T) {}", "<<"), ("func /(a: A) { a/b }", "/"),
    ("prefix func !(a: A) {}", "!"), ("func `a b`() {}", "a b"), ("func get() {}", "get"),
    ("func ≈(a: A) {}", "≈"), ("func ..<(a: A) {}", "..<"), ("func ??(a: A) {}", "??"),
  ])
  func knowFunctionNames(source: String, name: String) throws {
    guard case .function(let function) = try Member(scanning: source) else {
      Issue.record("no function")
      return
    }
    #expect(function.name.text == name)
  }

  @Test(arguments: [
    ("class var x: Int { 1 }", "class var x : ⟨Int⟩ {getter}"),
    ("class func f() {}", "class func f ()"),
    ("class B {}", "class B"), ("class open {}", "class open"),
    ("class final: A {}", "class final A"),
    ("final class B {}", "final class B"), ("actor B {}", "actor B"),
    ("actor actor {}", "actor actor"),
    ("class override func f() {}", "class override func f ()"),
    ("class private(set) var x = 1", "class private(set) var x = ⟨1⟩"),
    ("case a(Int, b: B = \"c\"), d = 1", "case a(Int, b: B = \"c\") , d = 1"),
    ("typealias A<B> = C<B> where B: D", "typealias A = C<B>"),
    ("associatedtype A: B = C", "associatedtype A = C"), ("isolated deinit {}", "isolated deinit"),
    ("subscript(a: A) -> B { get {} set {} }", "subscript (_ a: ⟨A⟩) -> ⟨B⟩ {get set}"),
  ])
  func areClassified(source: String, summary: String) throws {
    #expect(try Member(scanning: source).summary == summary)
  }

  @Test func keepMacroExpansions() throws {
    let macro = try MacroExpansion(scanning: "\n #Unique<Trip>([\\.a], [\\.b, \\.c])")
    #expect(macro.name.text == "Unique")
    #expect(macro.name.offset == 3)
    #expect(macro.genericArguments.map(\.text) == ["Trip"])
    #expect(macro.arguments.map(\.value.text) == ["[\\.a]", "[\\.b, \\.c]"])
    #expect(macro.trailingClosures == nil)
    let other = try MacroExpansion(scanning: "#A.B(c: 1) { 2 } d: { 3 }")
    #expect(other.name.text == "A.B")
    #expect(other.arguments.first?.label?.text == "c")
    #expect(other.trailingClosures?.text == "{ 2 } d: { 3 }")
  }

  @Test func keepConditions() throws {
    let source = """
      #if os(Linux) || A
      var x = 1; var y = 2
      #elseif swift(>=6)
      #if B
      func f() {}
      #endif
      #else
      #endif
      """
    guard case .conditional(let block) = try Member(scanning: source) else {
      Issue.record("no #if")
      return
    }
    #expect(block.clauses.map(\.keyword) == [.if, .elseif, .else])
    #expect(block.clauses.map(\.condition?.text) == ["os(Linux) || A", "swift(>=6)", nil])
    #expect(
      block.clauses.map(\.fullCondition) == [
        "os(Linux) || A", "!(os(Linux) || A) && (swift(>=6))",
        "!(os(Linux) || A) && !(swift(>=6))",
      ])
    #expect(block.clauses.map(\.members.count) == [2, 1, 0])
    #expect(block.range == 0..<source.utf8.count)
  }
}
