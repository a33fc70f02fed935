import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Model final class Backyard {
  var name: String
  @Relationship(inverse: \Plant.backyard) var left: [Plant] = []
  @Relationship(inverse: \Plant.backyard) var right: [Plant] = []
  init(name: String) { self.name = name }
}

@Model final class Plant {
  var name: String
  var backyard: Backyard?
  init(name: String) { self.name = name }
}

/// Two lists that name the same inverse.
@Suite struct ListsThatShareAnInverse {
  let folder: TemporaryFolder
  let context: ModelContext
  let backyard = Backyard(name: "g")

  init() throws {
    folder = try TemporaryFolder()
    context = try Self.context(folder)
    context.insert(backyard)
    backyard.left = [Plant(name: "l")]
    backyard.right = [Plant(name: "r")]
    try context.save()
  }

  private static func context(
    _ folder: TemporaryFolder, _ inference: RelationshipInference = .unambiguous
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Backyard.self,
        configurations: ModelConfiguration(
          url: folder.file(), relationshipInference: inference)))
  }

  private func names(_ plants: [Plant]) -> [String] { plants.map(\.name) }

  @Test func keepTheirOwnMembers() throws {
    #expect(names(backyard.left) == ["l"] && names(backyard.right) == ["r"])
    let stored = try #require(try Self.context(folder).all(Backyard.self).first)
    #expect(names(stored.left) == ["l"] && names(stored.right) == ["r"])
  }

  @Test func takeFurtherMembers() throws {
    backyard.right.append(Plant(name: "s"))
    backyard.left.append(Plant(name: "m"))
    #expect(names(backyard.left) == ["l", "m"] && names(backyard.right) == ["r", "s"])
    try context.save()
    let stored = try #require(try Self.context(folder).all(Backyard.self).first)
    #expect(names(stored.left) == ["l", "m"] && names(stored.right) == ["r", "s"])
  }

  @Test func giveTheInverseToTheFirst() throws {
    #expect(backyard.left[0].backyard === backyard && backyard.right[0].backyard == nil)
    let shared = Schema(Backyard.self).sharedInverses
    #expect(shared.map(\.relationship) == ["right"] && shared.map(\.other) == ["left"])
    #expect("\(shared[0])".contains("@Relationship(inverse: nil)"))
  }

  @Test func areRefusedOnRequest() {
    #expect { try Self.context(folder, .strict) } throws: {
      if case .sharedInverses(let shared) = $0 as? SchemaError { shared.count == 1 } else { false }
    }
  }
}
