import StrataSwiftParser
import Testing

@Suite struct AccessorBlocks {
  private func block(_ source: String) throws -> AccessorBlock {
    let variable = try VariableDeclaration(scanning: source)
    return try #require(variable.bindings.first?.accessorBlock)
  }

  @Test(arguments: [
    "{ 1 }", "{ return 1 }", "{ get { 1 } }", "{ get {} set {} }", "{ mutating get {} }", "{}",
    "{ @inlinable get {} nonmutating set(v) {} }", "{ _read { yield a } }", "{ get }",
    "{ get set }",
    "{ get async throws }", "{ get async throws(E) { 1 } }", "{ unsafeAddress {} }",
    "{ get\n set\n}",
    "{ @storageRestrictions(initializes: _x) init(v) { _x = v } get { _x } }", "{ // a\n 1 }",
    "{\n#if A\n1\n#else\n2\n#endif\n}", "{ get() }", "{ set.count }", "{ willSet + 1 }",
    "{ { 1 }() }",
  ])
  func areComputed(braces: String) throws {
    let block = try block("var x: Int \(braces)")
    #expect(block.isComputed)
    #expect(!block.hasObservers)
    #expect(block.source.text == braces)
  }

  @Test(arguments: [
    "{ didSet {} }", "{ willSet {} }", "{ willSet(a) {} didSet(b) { c } }", "{ @A didSet {} }",
    "{ /* a */ didSet /* b */ ( c ) {} }", "{\n  willSet\n  {\n  }\n}",
  ])
  func observe(braces: String) throws {
    for source in ["var x: Int \(braces)", "var x = 1 \(braces)", "var x: Int = f() \(braces)"] {
      let block = try block(source)
      #expect(block.hasObservers)
      #expect(!block.isComputed)
      #expect(block.source.text == braces)
    }
  }

  @Test func tellImplicitGetters() throws {
    #expect(try block("var x: Int { get.foo }").isImplicitGetter)
    #expect(try !block("var x: Int { get { 1 } }").isImplicitGetter)
  }

  @Test func keepParametersAndBodies() throws {
    let source = "var x: Int = 1 { willSet(a) { f(a) /* } */ } didSet { g(oldValue) } }"
    let block = try block(source)
    #expect(block[.willSet]?.parameter?.text == "a")
    #expect(block[.willSet]?.body?.text == "{ f(a) /* } */ }")
    #expect(block[.didSet]?.parameter == nil)
    #expect(block[.didSet]?.statements == " g(oldValue) ")
    #expect(block[.get] == nil)
    let start = try #require(block[.didSet]?.range.lowerBound)
    #expect(String(decoding: Array(source.utf8)[start...], as: UTF8.self).hasPrefix("didSet"))
  }

  @Test func recordInitAccessors() throws {
    let block = try block(
      "var x: Int = 3 { @storageRestrictions(initializes: _x) init(v) { _x = v } get { _x } set {} }"
    )
    #expect(block.accessors.map(\.kind) == [.initialize, .get, .set])
    #expect(block[.initialize]?.attributes.first?.name.text == "storageRestrictions")
    #expect(block[.initialize]?.parameter?.text == "v")
    #expect(block.isComputed)
  }

  @Test func recordModifiersAndEffects() throws {
    let block = try block("var x: Int { mutating get async throws(E) { 1 } }")
    #expect(block[.get]?.modifiers.map(\.name) == ["mutating"])
    #expect(block[.get]?.effects?.text == "async throws(E)")
  }
}
