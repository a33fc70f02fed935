import StrataSchema
import Testing

@Suite("Relationships")
struct RelationshipTests {
  private func relationship(
    toOne: Bool, inverse: String?, inverseToOne: Bool
  ) -> Schema.Relationship {
    Schema.Relationship(
      name: "others", destination: "Item", inverseName: inverse, inverseIsToOne: inverseToOne,
      isToOne: toOne, isOptional: true, deleteRule: .nullify)
  }

  @Test("Only a to-many whose other end is to-many or missing has a table of links")
  func linkTable() {
    #expect(relationship(toOne: false, inverse: nil, inverseToOne: false).usesLinkTable)
    #expect(relationship(toOne: false, inverse: "items", inverseToOne: false).usesLinkTable)
    #expect(!relationship(toOne: false, inverse: "item", inverseToOne: true).usesLinkTable)
    #expect(!relationship(toOne: true, inverse: nil, inverseToOne: false).usesLinkTable)
    #expect(!relationship(toOne: true, inverse: "items", inverseToOne: false).usesLinkTable)
  }

  @Test("Only a to-one whose other end is to-many keeps a position")
  func position() {
    #expect(relationship(toOne: true, inverse: "items", inverseToOne: false).isOrderedByMember)
    #expect(!relationship(toOne: true, inverse: "item", inverseToOne: true).isOrderedByMember)
    #expect(!relationship(toOne: true, inverse: nil, inverseToOne: false).isOrderedByMember)
    #expect(!relationship(toOne: false, inverse: "item", inverseToOne: true).isOrderedByMember)
  }

  @Test("Only a to-one has a column")
  func columns() {
    let one = relationship(toOne: true, inverse: nil, inverseToOne: false)
    let many = relationship(toOne: false, inverse: nil, inverseToOne: false)
    #expect(Schema.Property.relationship(one).columnNames == ["others"])
    #expect(Schema.Property.relationship(many).columnNames == [])
  }
}
