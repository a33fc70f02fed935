import StrataCompilerMessages
import Testing

@Suite struct CompositeExpansionTests {
  private let place = CompositeSource(
    """
    @Composite public struct Place: Codable {
      var note: String?
      @Attribute(originalName: "city") public var town: String
      var number = 1
      let id: UUID
      private var made = Date.now
      @Transient var cache = 0
      static let nowhere = 1
      var line: String { town }
      func walk() {}
      #if os(Linux)
        func run() {}
      #endif
    }
    """)
  private let fee = CompositeSource(
    """
    @Composite enum Fee {
      case free, entry(price: Int)
      case season(price: Int, days: Int?), `default`(Double)
      case pair(String, Price), gift(price: String)
    }
    """)

  @Test func eachStoredPropertyIsDescribed() throws {
    let source = try #require(place.members.expandedSource)
    #expect(place.members.diagnostics.isEmpty)
    for part in [
      #""town", \Self.town, StrataModel._Codings.of(), originalName: "city")"#,
      #""note", \Self.note, StrataModel._Codings.of())"#,
      #""number", \Self.number, StrataModel._Codings.of(), default: { 1 }).withConstantDefault"#,
      #""id", \Self.id, StrataModel._Codings.of())"#,
      #""made", \Self.made, StrataModel._Codings.of(), default: { Date.now })"#,
    ] {
      #expect(source.contains("_$parts.append(StrataModel._CompositePart(\(part))"), "\(part)")
    }
    for name in ["cache", "nowhere", "line"] { #expect(!source.contains("\"\(name)\"")) }
    #expect(source.contains("(structure: _$parts)"))
    #expect(source.contains("@MainActor public static func _$makeLayout()"))
  }

  @Test func whatIsNeverNilComesFirst() {
    let lines = place.conformance.split(separator: "\n").filter { $0.contains("_$row.decode()") }
    #expect(
      lines.map { String($0.prefix { $0 != "=" }).split(separator: " ").joined() }
        == ["self.town", "self.note", "self.number", "self.id", "self.made"])
    #expect(
      place.conformance.hasPrefix("nonisolated extension Place: StrataModel._Composite"))
  }

  @Test func aStructSaysThatItIsThere() {
    let hints = CompositeSource("@Composite struct Hints { var a: Int?; var b: Optional<Int> }")
    #expect(hints.conformance.contains("try _$row._$begins(Self._$layout)"))
    #expect(hints.conformance.contains("_$binder._$begins(Self._$layout)"))
  }

  @Test func keywordsAreNames() throws {
    let source = CompositeSource(
      "@Composite enum A { case `self`(in: Int), b(`in`: Int, inout: Int) }")
    let text = try #require(source.members.expandedSource)
    #expect(text.contains("var `in`: Swift.Optional<Int>"))
    #expect(text.contains("self = .b(in: _$p0, `inout`: _$p1)"))
  }

  @Test func casesShareWhatHasOneLabelAndType() throws {
    let source = try #require(fee.members.expandedSource)
    #expect(fee.members.diagnostics.isEmpty)
    for text in [
      #".init("free"),"#, #".init("entry", .init("price", in: "price", isOptional: false)),"#,
      #".init("days", in: "days", isOptional: true)),"#,
      #".init("default", .init("_0", in: "default", isOptional: false)),"#,
      #".init("_0", in: "pair0", isOptional: false), .init("_1", in: "pair1", isOptional: false)),"#,
      #".init("gift", .init("price", in: "giftPrice", isOptional: false)),"#,
      "nonisolated var price: Swift.Optional<Int> {", "nonisolated var days: Int? {",
      "nonisolated var giftPrice: Swift.Optional<String> {",
      "nonisolated var `default`: Swift.Optional<Double> {",
      "nonisolated enum Kind: Swift.String", "nonisolated var kind: Kind {",
      "self = .season(price: _$p0, days: _$p1)",
      "guard let _$p0, _$p2 == nil, _$p3 == nil, _$p4 == nil, _$p5 == nil else {",
    ] {
      #expect(source.contains(text), "\(text)")
    }
    #expect(fee.conformance == "nonisolated extension Fee: StrataModel._Composite {}")
  }

  @Test func aCaseThatIsAddedBehindOthersChangesNoName() throws {
    let more = CompositeSource(
      "@Composite enum Fee { case entry(price: Int); case late(price: Double), last(price: Int) }")
    let source = try #require(more.members.expandedSource)
    #expect(source.contains(#".init("entry", .init("price", in: "price""#))
    #expect(source.contains(#".init("late", .init("price", in: "latePrice""#))
    #expect(source.contains(#".init("last", .init("price", in: "price""#))
  }

  @Test func casesWithoutPayloadsAreOneColumn() throws {
    let pace = CompositeSource("@Composite enum Pace: Codable, CaseIterable { case slow, fast }")
    let source = try #require(pace.members.expandedSource)
    #expect(!source.contains("Kind:") && source.contains("[:]"))
  }

  @Test func aTypeThatHasItsColumnsKeepsThem() {
    var own = CompositeSource("@Composite struct A { var x = 1 }")
    own.wanted = []
    #expect(own.conformance.isEmpty)
  }

  @Test(arguments: ["public", "package", "open", "internal", "fileprivate", ""])
  func membersServeTheProtocol(access: String) throws {
    let source = CompositeSource("@Composite \(access) enum A { case a(Int) }")
    let text = try #require(source.members.expandedSource)
    let wanted =
      access == "public" || access == "open" ? "public " : access == "package" ? "package " : ""
    #expect(text.hasPrefix("\(wanted)nonisolated static let _$code"))
    #expect(text.contains("\n@MainActor \(wanted)init(_$row"))
  }
}
