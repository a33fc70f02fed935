import SwiftData
import Testing

@Suite struct AttributeOptionTests {
  @Test func attributesWithOptionsAreKept() throws {
    ValueTransformer.setValueTransformer(Options.Reversed(), forName: .init("Reversed"))
    let made = Options.Attributes(code: "a", number: 1, secret: "hidden")
    made.picture = Data(repeating: 7, count: 100_000)
    made.named = "named"
    made.title = "t"
    made.caption = "c"
    made.modified = 2
    made.point = [1.5, 2]
    made.encrypted = "e"
    try reopen(made) {
      #expect($0.code == "a")
      #expect($0.picture == made.picture)
      #expect($0.secret == "hidden")
      #expect($0.named == "named")
      #expect($0.title == "t")
      #expect($0.caption == "c")
      #expect($0.modified == 2)
      #expect($0.point == [1.5, 2])
      #expect($0.number == 1)
      #expect($0.encrypted == "e")
      #expect($0.bare == 1)
    }
  }

  @Test func optionsAreToldByTheSchema() throws {
    let entity = try #require(Schema([Options.Attributes.self]).entities.first)
    func attribute(_ name: String) throws -> Schema.Attribute {
      try #require(entity.attributes.first { $0.name == name })
    }
    #expect(try attribute("code").isUnique)
    #expect(try attribute("number").isUnique)
    #expect(try !attribute("title").isUnique)
    #expect(try attribute("picture").options.contains(.externalStorage))
    #expect(try attribute("number").options.contains(.preserveValueOnDeletion))
    #expect(try attribute("caption").originalName == "label")
  }
}
