import StrataSwiftParser
import Testing

@Suite struct TypeDeclarations {
  @Test(arguments: TypeDeclaration.Kind.allCases) func knowsKind(kind: TypeDeclaration.Kind) throws
  {
    let declaration = try TypeDeclaration(scanning: "\(kind.rawValue) Name {}")
    #expect(declaration.kind == kind)
    #expect(declaration.name.text == "Name")
    #expect(declaration.members.isEmpty)
  }

  @Test func readsHead() throws {
    let source = """
      /// A trip.
      @available(iOS 17, *) @Model  // stored
      public final class Trip<Place: Hashable, each T> : Base<Place>, @unchecked Sendable,
        ~Copyable where Place: P, Place.ID == Int {
        var x = 1
      }
      """
    let declaration = try TypeDeclaration(scanning: source)
    #expect(declaration.attributes.map(\.name.text) == ["available", "Model"])
    #expect(declaration.modifiers.map(\.name) == ["public", "final"])
    #expect(declaration.accessLevel == "public")
    #expect(declaration.hasModifier("final"))
    #expect(declaration.genericParameters?.text == "<Place: Hashable, each T>")
    #expect(
      declaration.inheritedTypes.map(\.text) == ["Base<Place>", "@unchecked Sendable", "~Copyable"])
    #expect(declaration.genericWhereClause?.text == "where Place: P, Place.ID == Int")
    #expect(declaration.members.count == 1)
  }

  @Test func countsOffsetsInBytes() throws {
    let source = "/* é😀 */ class Ω { var x = 1 } // end"
    let declaration = try TypeDeclaration(scanning: source)
    let bytes = Array(source.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(declaration.keywordOffset == 13)
    #expect(text(declaration.name.range) == "Ω")
    #expect(bytes[declaration.openingBraceOffset] == UInt8(ascii: "{"))
    #expect(bytes[declaration.closingBraceOffset] == UInt8(ascii: "}"))
    #expect(text(declaration.range) == "class Ω { var x = 1 }")
    #expect(declaration.members.first.map { text($0.range) } == "var x = 1")
  }

  @Test func readsExtendedType() throws {
    let declaration = try TypeDeclaration(scanning: "extension A.B<Int>: P where T == Int {}")
    #expect(declaration.name.text == "A.B<Int>")
    #expect(declaration.inheritedTypes.map(\.text) == ["P"])
  }

  @Test func readsTheCompilersPlaceholders() throws {
    let some = try TypeDeclaration(scanning: "struct Placeholder: A.B, Sendable {}")
    #expect(some.inheritedTypes.map(\.text) == ["A.B", "Sendable"])
    let none = try TypeDeclaration(scanning: "struct Placeholder: {}")
    #expect(none.inheritedTypes.isEmpty)
  }

  @Test(arguments: ["`class`", "`a b`"]) func recordsBackticks(written: String) throws {
    let declaration = try TypeDeclaration(scanning: "struct \(written) {}")
    #expect(declaration.name.written == written)
    #expect(declaration.name.text == String(written.dropFirst().dropLast()))
    #expect(declaration.name.isQuoted)
  }

  @Test func readsNestedTypesWithoutMembers() throws {
    let source = "class A { private enum B: String, Codable { case a; ) } }"
    #expect(throws: ScanError.self) { try TypeDeclaration(scanning: source) }
    let declaration = try TypeDeclaration(scanning: source.replacingParenthesis)
    guard case .nestedType(let nested) = declaration.members.first else {
      Issue.record("no nested type")
      return
    }
    #expect(nested.kind == .enum)
    #expect(nested.name.text == "B")
    #expect(nested.inheritedTypes.map(\.text) == ["String", "Codable"])
    #expect(nested.accessLevel == "private")
  }

  @Test func skipsSourceLocations() throws {
    let source = """
      class A {
        #sourceLocation(file: "a.swift", line: 3)
        var x = 1
        #sourceLocation()
      }
      """
    #expect(try TypeDeclaration(scanning: source).members.map(\.summary) == ["var x = ⟨1⟩"])
  }

  @Test func startsWithAByteOrderMark() throws {
    let declaration = try TypeDeclaration(scanning: "\u{FEFF}class A {}")
    #expect(declaration.keywordOffset == 3)
  }
}

extension String {
  fileprivate var replacingParenthesis: String { filter { $0 != ")" } }
}
