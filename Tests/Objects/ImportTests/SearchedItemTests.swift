import StrataStoreSupport
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// Imported objects are searched like any others.
@Suite struct SearchedItems {
  @Model final class Place {
    #Search<Place>([\.name])
    @Attribute(.unique) var code: String
    var name: String
    init(code: String, name: String) {
      self.code = code
      self.name = name
    }
  }

  @Test func areFoundAfterAnImport() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Place.self, configurations: ModelConfiguration(url: folder.store()))
    let context = ModelContext(container)
    context.insert(Place(code: "ZER", name: "Visp"))
    try context.save()
    let items = [(code: "ZER", name: "Zermatt"), (code: "BRN", name: "Bern")]
    try container.import(items, key: ImportKey(\Place.code, from: { $0.code })) { item, place in
      guard let place else { return .insert(Place(code: item.code, name: item.name)) }
      place.update(\.name, value: item.name)
      return .update
    }
    func codes(_ search: String) throws -> [String] {
      try context.fetch(FetchDescriptor<Place>(search: search)).map(\.code)
    }
    #expect(try codes("zermatt") == ["ZER"])
    #expect(try codes("visp") == [])
    #expect(try codes("bern") == ["BRN"])
    #expect(try context.checkStore() == [])
  }
}
