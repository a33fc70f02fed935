import Foundation
import Strata
import StrataTestSupport
import Testing

@Model private final class Planet {
  var moons: [Moon] = []
  init() {}
}

@Model private final class Moon {
  var planet: Planet?
  init() {}
}

@Model private final class Rocket {
  var destination: Planet?
  init() {}
}

@Model private class SpaceProbe {
  var name = ""
  init() {}
}

@Model private final class Lander: SpaceProbe {
  var legs = 3
  override init() { super.init() }
}

@Suite struct ConfigurationErrors {
  private typealias Models = [any PersistentModel.Type]

  private func memory(_ name: String?, _ models: Models? = nil) -> ModelConfiguration {
    ModelConfiguration(name, schema: models.map { Schema($0) }, isStoredInMemoryOnly: true)
  }

  private func error(
    _ models: Models, _ configurations: ModelConfiguration...
  ) -> ConfigurationError? {
    #expect(throws: ConfigurationError.self) {
      try ModelContainer(for: Schema(models), configurations: configurations)
    }
  }

  @Test func tellOfTwoConfigurationsOfOneName() throws {
    let error = error([Gauge.self, Leftover.self], memory(nil, [Gauge.self]), memory(nil))
    #expect(error == .duplicateName("default"))
    #expect(
      error?.description == "two configurations are called default; give each a name of its own")
  }

  @Test func tellOfTwoConfigurationsInOneFile() throws {
    let folder = try TemporaryFolder()
    let link = folder.file("link.store")
    try Data().write(to: folder.file("a.store"))
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.file("a.store"))
    let error = error(
      [Gauge.self, Leftover.self],
      ModelConfiguration("a", schema: Schema(Gauge.self), url: folder.file("a.store")),
      ModelConfiguration("b", url: link))
    #expect(error == .duplicateFile(link, configurations: ["a", "b"]))
    #expect(
      error?.description
        == "the configurations a and b are in one file, \(link.path); give each its own")
  }

  @Test(arguments: ["a/b", "../a", "a\0b"])
  func tellOfNamesThatNoFileCanHave(name: String) throws {
    let error = error([Gauge.self], ModelConfiguration(name))
    #expect(error == .fileNameContainsInvalidCharacters(name))
  }

  @Test func tellOfNamesThatAreTooLong() throws {
    let name = String(repeating: "ä", count: 123)
    #expect(error([Gauge.self], ModelConfiguration(name)) == .fileNameTooLong(name))
  }

  @Test func takeAnyNameInMemory() throws {
    _ = try ModelContainer(
      for: Gauge.self, configurations: memory("a/\(String(repeating: "b", count: 300))"))
  }

  @Test func tellOfClassesThatTheContainerLacks() throws {
    let error = error([Gauge.self], memory("a", [Gauge.self, Leftover.self]))
    #expect(error == .schemaNotFoundInContainerSchema(entity: "Leftover", configuration: "a"))
    #expect(
      error?.description == "the configuration a has Leftover, which the container's schema lacks; "
        + "add it there too")
  }

  @Test func tellOfClassesThatNoConfigurationHas() throws {
    #expect(
      error([Gauge.self, Leftover.self], memory("a", [Gauge.self]))
        == .entityInNone(entity: "Leftover"))
  }

  @Test func tellOfClassesThatSeveralHave() throws {
    let error = error(
      [Gauge.self, Leftover.self], memory("a", [Leftover.self]),
      memory("b", [Gauge.self, Leftover.self]))
    #expect(error == .entityInSeveral(entity: "Leftover", configurations: ["a", "b"]))
  }

  @Test func tellOfSeveralConfigurationsWithoutASchema() throws {
    let error = error([Gauge.self, Leftover.self], memory("a"), memory("b"), memory("c"))
    #expect(error == .severalWithoutSchema(["a", "b", "c"]))
    #expect(
      error?.description
        == "the configurations a, b and c name no classes; give each but one a schema")
  }

  @Test(arguments: [true, false])
  func tellOfConfigurationsThatNothingIsLeftFor(isEmpty: Bool) throws {
    let error = error([Gauge.self], memory("a", [Gauge.self]), memory("b", isEmpty ? [] : nil))
    #expect(error == .nothingLeft("b"))
  }

  @Test(arguments: [true, false])
  func nameTheRelationshipBetweenTwoConfigurations(isNamed: Bool) throws {
    let error = error(
      [Planet.self, Rocket.self], memory("near", [Planet.self]),
      memory("far", isNamed ? [Rocket.self] : nil))
    #expect(
      error
        == .relationshipAcross(
          entity: "Rocket", relationship: "destination", destination: "Planet",
          configurations: isNamed ? ["near", "far"] : ["far", "near"]))
    #expect(error?.description.hasPrefix("Rocket.destination leads to Planet, and") == true)
  }

  @Test func nameARelationshipAlsoWhereBothConfigurationsHaveBothClasses() {
    let error = error(
      [Planet.self, Moon.self], memory("a", [Planet.self]), memory("b", [Moon.self]))
    #expect(
      error
        == .relationshipAcross(
          entity: "Moon", relationship: "planet", destination: "Planet", configurations: ["a", "b"])
    )
  }

  @Test(arguments: [true, false])
  func nameTheSuperclassOfAnotherConfiguration(isNamed: Bool) throws {
    let error = error(
      [SpaceProbe.self, Lander.self], memory("a", [SpaceProbe.self]),
      memory("b", isNamed ? [Lander.self] : nil))
    #expect(
      error
        == .inheritanceAcross(
          entity: "Lander", superentity: "SpaceProbe",
          configurations: isNamed ? ["a", "b"] : ["b", "a"]))
  }

  @Test func makeNoFile() throws {
    let folder = try TemporaryFolder()
    _ = error(
      [Planet.self, Rocket.self],
      ModelConfiguration("a", schema: Schema(Planet.self), url: folder.file("a.store")),
      ModelConfiguration("b", url: folder.file("b.store")))
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [
    (ConfigurationError.duplicateName("a"), SwiftDataError.duplicateConfiguration),
    (.fileNameTooLong("a"), .configurationFileNameTooLong),
    (
      .fileNameContainsInvalidCharacters("a"), .configurationFileNameContainsInvalidCharacters
    ),
    (
      .schemaNotFoundInContainerSchema(entity: "a", configuration: "b"),
      .configurationSchemaNotFoundInContainerSchema
    ),
    (.entityInNone(entity: "a"), .loadIssueModelContainer),
  ])
  func haveSwiftDatasNames(error: ConfigurationError, kind: SwiftDataError) {
    #expect(kind ~= error)
    #expect(!(SwiftDataError.unknownSchema ~= error))
  }
}
