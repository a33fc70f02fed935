import StrataCompilerMessages
import Testing

/// Tests of `@Composite`'s diagnostics for invalid declarations. `«` marks their position.
@Suite struct CompositeDiagnosticTests {
  @Test(arguments: [
    (
      "@Composite final «class A { var x = 1 }",
      "'@Composite' cannot be applied to class type 'A'; it keeps values of structs and enums in columns"
    ),
    (
      "@Composite struct A«<T> { var x: T }",
      "a composite value can't be generic: its columns are those of one type"
    ),
    (
      "@Composite struct A { «var x = 1, y = 2 }",
      "@Composite needs each stored property in a declaration of its own"
    ),
    (
      "@Composite struct A { lazy «var x = 1 }",
      "'x' can't be persisted as it is made only when it is asked for; mark it @Transient, or leave "
        + "'lazy' out"
    ),
    (
      "@Composite struct A { weak «var x: B? }",
      "'x' can't be kept in a column as it is 'weak'; an object is no part of a value"
    ),
    (
      "@Composite struct A { «var x: (Int, Int) }",
      "'x' can't be persisted: a tuple has no place in a store; make a Codable struct of it, or mark "
        + "it @Transient"
    ),
    (
      "@Composite struct A { «let x = 1 }",
      "a persisted 'let' gets its value in an initializer; declare 'x' as 'var', or give it a "
        + "type and no initial value"
    ),
    (
      "@Composite struct A { var y = 1\n#if DEBUG\n«var x = 1\n#endif\n}",
      "a member of a @Composite type can't stand under '#if': put the whole type there, once with it "
        + "and once without"
    ),
    (
      "@Composite struct A { @Attribute(«.unique) var x: Int }",
      "of a composite value's member '@Attribute' can say 'originalName' alone, as a literal; a rule "
        + "such as '.unique' is the model's: '#Unique<Model>([\\.property.member])'"
    ),
    (
      "@Composite struct A { «var exists: Int? }",
      "'exists' is the column that says whether there is a value, since all members may be nil; choose "
        + "another name"
    ),
    ("@Composite enum «A {}", "'A' has no case, and so no value to keep"),
    (
      "@Composite enum A: «String { case a }",
      "an enum with raw values is kept by its raw value, in one column; leave '@Composite' out"
    ),
    (
      "@Composite enum A { case a = «1 }",
      "an enum with raw values is kept by its raw value, in one column; leave '@Composite' out"
    ),
    (
      "@Composite indirect «enum A { case a(A), b }",
      "an indirect value has no certain number of columns; leave '@Composite' out, and it is kept as "
        + "JSON where it is Codable"
    ),
    (
      "@Composite enum A { case b; indirect «case a(A) }",
      "an indirect value has no certain number of columns; leave '@Composite' out, and it is kept as "
        + "JSON where it is Codable"
    ),
    (
      "@Composite enum A { case a(x: «(Int, Int)) }",
      "a tuple has no column; make a struct with @Composite of it"
    ),
    ("@Composite enum A { case a(x: «() -> Void) }", "a function has no column"),
    ("@Composite enum A { case a(«Int??) }", "a column can't tell nil from nil inside an optional"),
    (
      "@Composite enum A { case a(kind: «Int) }",
      "'kind' is what @Composite writes to tell the cases apart; choose another label"
    ),
    (
      "@Composite enum A { case a(x: Int, x: «Int) }",
      "two values of one case have the same label and type, and would share a column"
    ),
    (
      "@Composite enum A { case b(Int), c(b: «String) }",
      "two values need the part 'b'; choose another label"
    ),
    (
      "@Composite enum A { case a(x: Int)\nvar «x: Int? { nil } }",
      "'x' is what @Composite writes, to ask for it in predicates; leave it out, or choose another name"
    ),
    (
      "@Composite enum A { case a(x: Int)\nenum «Kind {} }",
      "'Kind' is what @Composite writes to tell the cases apart; choose another name"
    ),
    (
      "@Composite enum A { case a(«Kind?) }",
      "'Kind' is here what @Composite writes to tell the cases apart; write what the type stands in "
        + "before it, such as its module"
    ),
    (
      "@Composite enum A { case b(Int)\n#if DEBUG\n«case a\n#endif\n}",
      "a case of a @Composite type can't stand under '#if': put the whole type there, once with it and "
        + "once without"
    ),
  ])
  func mistakesAreToldAtTheirPlace(marked: String, message: String) throws {
    let source = CompositeSource(marked)
    let diagnostics = source.members.diagnostics
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.position.offset == source.mark)
  }

  @Test func genericSurroundingsAreRefused() {
    var source = CompositeSource("@Composite struct A { var x = 1 }")
    source.context = ["struct B<T> {}"]
    #expect(source.members.diagnostics.count == 1)
    #expect(source.conformance.isEmpty)
  }

  @Test func aMistakeIsSaidOnce() {
    let source = CompositeSource("@Composite struct A { lazy var x = 1; var y = 1 }")
    #expect(source.members.diagnostics.count == 1)
    #expect(source.conformance.contains("Swift.fatalError()"))
  }
}
