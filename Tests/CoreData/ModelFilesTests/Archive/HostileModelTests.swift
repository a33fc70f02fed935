import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import StrataTestSupport
import Testing

@Suite struct HostileModels {
  @Test func thatAreChangedAreReadOrRefused() throws {
    var generator = SeededGenerator()
    let folder = try TemporaryFolder()
    let samples = try StoredModel.all(in: folder).map { [UInt8](try Deflate.inflate($0.cache)) }
    for round in 0..<FuzzRounds.count * 100 {
      var bytes = samples[round % samples.count]
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(ArchiveError) {
        let archived = try ArchivedModel(archive: Data(bytes))
        #expect(archived.warnings.count <= 200)
      } catch {
        #expect("\(error)".hasPrefix("the archive"))
      }
    }
  }

  /// References are changed rather than bytes, so that nearly every archive is read.
  @Test func whoseObjectsAreExchangedAreReadOrRefused() throws {
    var generator = SeededGenerator()
    let list = try PropertyListValue(propertyList: StoredModel.sampleArchive())
    let objects = try #require(list["$objects"]?.elements)
    let top = try #require(list["$top"])
    for _ in 0..<FuzzRounds.count * 200 {
      let changed = objects.map { Self.changed($0, count: objects.count, using: &generator) }
      let archive = PropertyListValue.dictionary([
        "$objects": .array(changed), "$top": top,
      ])
      do throws(ArchiveError) {
        let archived = try ArchivedModel(archive: Data(PropertyListWriter.bytes(of: archive)))
        #expect(archived.model.entities.count <= 2)
      } catch {
        #expect("\(error)".hasPrefix("the archive"))
      }
    }
  }

  private static func changed(
    _ value: PropertyListValue, count: Int, using generator: inout SeededGenerator
  ) -> PropertyListValue {
    switch value {
    case .dictionary(let values):
      var changed: [String: PropertyListValue] = [:]
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        changed[key] =
          generator.chance(1, in: 40) && key != "$class"
          ? .uid(Int.random(in: 0..<count, using: &generator))
          : Self.changed(value, count: count, using: &generator)
      }
      return .dictionary(changed)
    case .array(let values):
      return .array(values.map { Self.changed($0, count: count, using: &generator) })
    case .integer where generator.chance(1, in: 20):
      return .integer(Int64.random(in: .min ... .max, using: &generator))
    default: return value
    }
  }

  @Test func withEntitiesThatShareAllPropertiesAreTooLarge() throws {
    var writer = ModelArchiveWriter()
    let entities = (0..<500).map { writer.reserve("Entity\($0)") }
    let attribute = writer.attribute("a", 300)
    let names = (0..<500).map { writer.archive.add("a\($0)") }
    let properties = writer.archive.add(
      class: "NSDictionary",
      ["NS.keys": .array(names), "NS.objects": .array(names.map { _ in attribute })])
    for (number, entity) in entities.enumerated() {
      writer.set(
        entity, name: "Entity\(number)", properties: [:], ["NSProperties": properties])
    }
    let data = writer.data()
    #expect(throws: ArchiveError.tooLarge(what: "number of objects", limit: 100_000)) {
      try ArchivedModel(archive: data, limits: ArchiveLimits(values: 100_000))
    }
  }

  @Test func withEntitiesThatShareAListOfNothingAreTooLarge() throws {
    var writer = ModelArchiveWriter()
    let entities = (0..<500).map { writer.reserve("Entity\($0)") }
    let nothing = writer.archive.array(Array(repeating: KeyedArchiveWriter.null, count: 500))
    for (number, entity) in entities.enumerated() {
      writer.set(entity, name: "Entity\(number)", properties: [:], ["NSUniqueTuples": nothing])
    }
    let data = writer.data()
    #expect(throws: ArchiveError.tooLarge(what: "number of objects", limit: 100_000)) {
      try ArchivedModel(archive: data, limits: ArchiveLimits(values: 100_000))
    }
  }

  @Test func withACompositeInItselfAreRefused() throws {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let composite = writer.archive.reserve()
    let elements = writer.archive.array([composite])
    writer.archive.set(
      composite, class: "NSCompositeAttributeDescription",
      [
        "NSAttributeType": .integer(2100), "NSPropertyName": writer.archive.add("a"),
        "NSCompositeElements": elements,
      ])
    writer.set(item, name: "Item", properties: ["a": composite])
    let data = writer.data()
    #expect(throws: ArchiveError.tooLarge(what: "nesting of composites", limit: 32)) {
      try ArchivedModel(archive: data)
    }
  }

  @Test func whosePredicatesContainThemselvesAreRead() throws {
    var writer = ModelArchiveWriter()
    let predicate = writer.archive.reserve()
    let parts = writer.archive.array([predicate, predicate])
    writer.archive.set(
      predicate, class: "NSCompoundPredicate",
      ["NSCompoundPredicateType": .integer(1), "NSSubpredicates": parts])
    let item = writer.reserve("Item")
    let request = writer.archive.add(class: "NSFetchRequest", ["NSPredicate": predicate])
    writer.set(
      item, name: "Item",
      properties: [
        "a": writer.attribute("a", 300, ["NSValidationPredicates": parts])
      ])
    let root = writer.model([
      "NSFetchRequestTemplates": writer.archive.dictionary(["Some": request])
    ])
    let archived = try ArchivedModel(archive: writer.archive.data(root: root))
    #expect(
      archived.warnings.map(\.description) == [
        "Item.a: a validation is no limit, and is left out",
        "Item.a: a validation is no limit, and is left out",
        "Some: the predicate of the fetch request isn't understood",
      ])
  }

  @Test func whoseEntitiesInheritFromEachOtherAreRead() throws {
    var writer = ModelArchiveWriter()
    let (first, second) = (writer.reserve("First"), writer.reserve("Second"))
    let attribute = writer.attribute("a", 300)
    writer.set(first, name: "First", properties: ["a": attribute], superentity: second)
    writer.set(second, name: "Second", properties: ["a": attribute], superentity: first)
    let model = try ArchivedModel(archive: writer.data()).model
    #expect(model.entities.map(\.superentityName) == ["Second", "First"])
    #expect(model.entities.allSatisfy { $0.properties.isEmpty })
  }

  @Test func haveAFewWarningsOnly() throws {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let long = writer.attribute("a", 4711)
    let names = (0..<300).map { writer.archive.add("a\($0)") }
    let properties = writer.archive.add(
      class: "NSDictionary",
      ["NS.keys": .array(names), "NS.objects": .array(names.map { _ in long })])
    writer.set(item, name: "Item", properties: [:], ["NSProperties": properties])
    let archived = try ArchivedModel(archive: writer.data())
    #expect(archived.model.entity(named: "Item")?.attributes.count == 300)
    #expect(archived.warnings.count == 200)
    #expect(archived.warnings.last?.description == "there is more that isn't understood")
  }

  @Test func thatAreBombsAreRefused() {
    let bomb = Data(StoredDeflate.deflate([UInt8](repeating: 0, count: 200_000)))
    #expect(throws: ArchiveError.tooLarge(what: "unpacked size", limit: 100_000)) {
      try ArchivedModel(modelCache: bomb, limits: ArchiveLimits(inflatedBytes: 100_000))
    }
  }
}
