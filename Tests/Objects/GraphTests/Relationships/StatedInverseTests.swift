import StrataStoreSupport
import Strata
import Testing

/// Inverses that a class names: each leads back to the class, or the container can't be made.
@Suite struct StatedInverses {
  private func problem(_ types: any PersistentModel.Type...) -> String? {
    do {
      _ = try ModelContainer(for: Schema(types), configurations: .temporary)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func thatLeadToAnotherClassAreRefused() {
    #expect(
      problem(SlipCustomer.self)
        == "the inverse of SlipCustomer.orders is SlipOrder.shop, which leads to SlipShop; let it lead to "
        + "SlipCustomer, as in 'var shop: SlipCustomer?', or write "
        + #"'@Relationship(inverse: \SlipOrder.customer) var orders'"#)
  }

  @Test func ofOneToOneRelationshipsAreChecked() {
    #expect(problem(SlipKey.self)?.contains("is SlipLock.door, which leads to SlipDoor") == true)
  }

  @Test func ofManyToManyRelationshipsAreChecked() {
    #expect(problem(SlipTag.self)?.contains("as in 'var shops: [SlipTag]'") == true)
  }

  @Test func thatLeadToASuperclassAreRefused() {
    let text = problem(SlipKennel.self, SlipGrandKennel.self, SlipDog.self) ?? ""
    #expect(
      text.contains("is SlipDog.kennel, which leads to SlipKennel; let it lead to SlipGrandKennel"))
    #expect(text.contains("or declare 'dogs' in SlipKennel"))
  }

  @Test func thatLeadToASubclassAreRefused() {
    let text = problem(SlipHarbor.self, SlipGrandHarbor.self, SlipBoat.self) ?? ""
    #expect(text.contains("the inverse of SlipHarbor.boats is SlipBoat.harbor"), "\(text)")
  }

  @Test func betweenSubAndSuperclassesOfManyAreRefused() {
    #expect(
      problem(SlipClub.self, SlipGrandClub.self, SlipMember.self)?.contains("let it lead to")
        == true)
    #expect(
      problem(SlipSeat.self, SlipGrandSeat.self, SlipGuest.self)?.contains("the inverse of") == true
    )
  }

  @Test func thatTheDestinationInheritsAreRefused() {
    #expect(
      problem(SlipOwner.self, SlipPuppy.self)?.contains("let the relationship lead to") == true)
  }

  @Test func ofEntitiesByHandAreChecked() throws {
    func entity(_ name: String, _ relationships: Schema.Relationship...) throws -> Schema.Entity {
      try Schema.Entity(name: name, properties: relationships.map { .relationship($0) })
    }
    func link(_ name: String, to other: String, inverse: String?) -> Schema.Relationship {
      Schema.Relationship(
        name: name, destination: other, inverseName: inverse, inverseIsToOne: true, isToOne: true,
        isOptional: true, deleteRule: .nullify)
    }
    let b = try entity("B", link("a", to: "A", inverse: "b"), link("c", to: "C", inverse: nil))
    let c = try entity("C")
    _ = try Schema(entities: [entity("A", link("b", to: "B", inverse: "a")), b, c])
    let refused: [(String?, String)] = [
      ("c", "the inverse of A.b is B.c, which leads to C; let it lead to A"),
      ("d", "the inverse of A.b is B.d, which is no relationship of it; choose another"),
    ]
    for (inverse, text) in refused {
      let error = #expect(throws: SchemaError.self) {
        try Schema(entities: [entity("A", link("b", to: "B", inverse: inverse)), b, c])
      }
      #expect(error.map { "\($0)" } == text)
    }
  }
}

/// The tables of links, which share their names with those of classes.
@Suite struct LinkTableNames {
  @Test(arguments: ["SlipPost_tags", "slippost_TAGS"])
  func thatAClassHasAreRefused(_ name: String) throws {
    let word = try Schema.Entity(name: "Word", properties: [])
    let post = try Schema.Entity(
      name: "SlipPost",
      properties: [
        .relationship(
          Schema.Relationship(
            name: "tags", destination: "Word", inverseName: nil, inverseIsToOne: false,
            isToOne: false,
            isOptional: true, deleteRule: .nullify))
      ])
    let error = SchemaError.duplicateTable(
      "SlipPost_tags", entity: "SlipPost", relationship: "tags")
    #expect(throws: error) {
      try Schema(entities: [word, post, Schema.Entity(name: name, properties: [])])
    }
    #expect("\(error)".contains("rename tags"))
  }

  @Test func ofTwoRelationshipsDiffer() throws {
    func many(_ name: String) -> Schema.Property {
      .relationship(
        Schema.Relationship(
          name: name, destination: "A", inverseName: nil, inverseIsToOne: false, isToOne: false,
          isOptional: true, deleteRule: .nullify))
    }
    #expect(throws: SchemaError.duplicateTable("A_b_c", entity: "A_b", relationship: "c")) {
      try Schema(entities: [
        Schema.Entity(name: "A", properties: [many("b_c")]),
        Schema.Entity(name: "A_b", properties: [many("c")]),
      ])
    }
  }

  @Test func ofClassesAreChecked() {
    #expect(Schema(SlipPost.self, SlipPost_tags.self).problem != nil)
    #expect(Schema(SlipPost.self).problem == nil)
  }
}

@Model private final class SlipCustomer {
  @Relationship(inverse: \SlipOrder.shop) var orders: [SlipOrder] = []
  init() {}
}

@Model private final class SlipShop {
  init() {}
}

@Model private final class SlipOrder {
  var shop: SlipShop?
  var customer: SlipCustomer?
  init() {}
}

@Model private final class SlipKey {
  @Relationship(inverse: \SlipLock.door) var lock: SlipLock?
  init() {}
}

@Model private final class SlipDoor {
  init() {}
}

@Model private final class SlipLock {
  var door: SlipDoor?
  init() {}
}

@Model private final class SlipTag {
  @Relationship(inverse: \SlipWord.shops) var words: [SlipWord] = []
  init() {}
}

@Model private final class SlipWord {
  var shops: [SlipShop] = []
  init() {}
}

@Model private class SlipKennel {
  var place = ""
  init() {}
}

@Model private final class SlipGrandKennel: SlipKennel {
  @Relationship(inverse: \SlipDog.kennel) var dogs: [SlipDog] = []
  override init() { super.init() }
}

@Model private final class SlipDog {
  var kennel: SlipKennel?
  init() {}
}

@Model private class SlipHarbor {
  @Relationship(inverse: \SlipBoat.harbor) var boats: [SlipBoat] = []
  init() {}
}

@Model private final class SlipGrandHarbor: SlipHarbor {
  var size = 1
  override init() { super.init() }
}

@Model private final class SlipBoat {
  var harbor: SlipGrandHarbor?
  init() {}
}

@Model private class SlipClub {
  var name = ""
  init() {}
}

@Model private final class SlipGrandClub: SlipClub {
  @Relationship(inverse: \SlipMember.clubs) var members: [SlipMember] = []
  override init() { super.init() }
}

@Model private final class SlipMember {
  var clubs: [SlipClub] = []
  init() {}
}

@Model private class SlipSeat {
  @Relationship(inverse: \SlipGuest.seat) var guest: SlipGuest?
  init() {}
}

@Model private final class SlipGrandSeat: SlipSeat {
  var size = 1
  override init() { super.init() }
}

@Model private final class SlipGuest {
  var seat: SlipGrandSeat?
  init() {}
}

@Model private final class SlipOwner {
  @Relationship(inverse: \SlipPuppy.owner) var puppies: [SlipPuppy] = []
  init() {}
}

@Model private class SlipAnimal {
  var owner: SlipOwner?
  init() {}
}

@Model private final class SlipPuppy: SlipAnimal {
  var size = 1
  override init() { super.init() }
}

@Model private final class SlipPost {
  var tags: [SlipWord] = []
  init() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@Model private final class SlipPost_tags {
  init() {}
}
