import StrataSwiftParser
import Testing

/// A model with what models have, read as a macro reads it.
@Suite struct Models {
  static let source = #"""
    /// A trip.
    #if canImport(SwiftData)
    @Model
    #endif
    public final class Trip: Identifiable, Codable { // stored
      #Unique<Trip>([\.name], [\.start, \.end])
      #Index<Trip>([\.name])

      @Attribute(.unique) public private(set) var id = UUID().uuidString
      @Attribute(.externalStorage, originalName: "photo")
      var image: Data?
      var name: String = "" {
        didSet { changes += 1 }
      }
      @Relationship(deleteRule: .cascade, inverse: \Schema2.Stop.trip) var stops: [Stop] = []
      @Relationship(inverse: \Person.trips) @Another(1)
      private var people: [Person]!
      @Transient var cache: [String: Any] = [:]
      var state = State.planned, rating: Double? = nil
      var days: Int { Int(end.timeIntervalSince(start) / 86_400) }
      static let limit = 3
      let `class`: String
      lazy var text: String = { "\(self.name)" }()
      var start: Date = .now; var end: Date = Date.distantFuture

      enum State: String, Codable { case planned, done }
      enum CodingKeys: CodingKey { case name }

      public required init(from decoder: any Decoder) throws { `class` = "" }
      convenience init(_ name: String = "x", start: Date = .now) { self.init() }
      #if DEBUG
      var debug: Int? = nil
      #else
      func check() {}
      #endif
      static func == (lhs: Trip, rhs: Trip) -> Bool { lhs.id == rhs.id }
    }
    """#

  @Test func areUnderstood() throws {
    let model = try TypeDeclaration(scanning: Self.source)
    #expect(model.attributes.map(\.condition) == ["canImport(SwiftData)"])
    #expect(model.inheritedTypes.map(\.text) == ["Identifiable", "Codable"])
    #expect(
      model.members.map(\.summary) == [
        #"#Unique <Trip> ⟨[\.name]⟩ , ⟨[\.start, \.end]⟩"#,
        #"#Index <Trip> ⟨[\.name]⟩"#,
        "@Attribute(.unique) public private(set) var id = ⟨UUID().uuidString⟩",
        #"@Attribute(.externalStorage, originalName: "photo") var image : ⟨Data?⟩"#,
        #"var name : ⟨String⟩ = ⟨""⟩ {didSet}"#,
        #"@Relationship(deleteRule: .cascade, inverse: \Schema2.Stop.trip) "#
          + "var stops : ⟨[Stop]⟩ = ⟨[]⟩",
        #"@Relationship(inverse: \Person.trips) @Another(1) private var people : ⟨[Person]!⟩"#,
        "@Transient var cache : ⟨[String: Any]⟩ = ⟨[:]⟩",
        "var state = ⟨State.planned⟩ , rating : ⟨Double?⟩ = ⟨nil⟩",
        "var days : ⟨Int⟩ {getter}",
        "static let limit = ⟨3⟩",
        "let class : ⟨String⟩",
        #"lazy var text : ⟨String⟩ = ⟨{ "\(self.name)" }()⟩"#,
        "var start : ⟨Date⟩ = ⟨.now⟩",
        "var end : ⟨Date⟩ = ⟨Date.distantFuture⟩",
        "enum State String, Codable",
        "enum CodingKeys CodingKey",
        "public required init (from decoder: ⟨any Decoder⟩) throws",
        #"convenience init (_ name: ⟨String⟩ = ⟨"x"⟩ , start start: ⟨Date⟩ = ⟨.now⟩)"#,
        "[DEBUG] var debug : ⟨Int?⟩ = ⟨nil⟩ [!(DEBUG)] func check ()",
        "static func == (lhs lhs: ⟨Trip⟩ , rhs rhs: ⟨Trip⟩) -> ⟨Bool⟩",
      ])
  }
}
