import Strata
import TestSupport

/// A store in a temporary folder, opened as often as a test likes.
struct Storehouse {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let models: [any PersistentModel.Type] = [
    Crate.self, Author.self, Specimen.self, OptionalSpecimen.self, Landlord.self,
  ]

  /// Opens the store, as a process of its own would.
  func open(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Self.models,
      configuration: ModelConfiguration(url: folder.file(), allowsSave: allowsSave))
  }

  /// A context of a container of its own.
  func context() throws -> ModelContext { ModelContext(try open()) }
}

extension ModelContext {
  /// A context on a new store in memory.
  static func inMemory() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Storehouse.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  /// All objects of a class, oldest first.
  func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
    try fetch(FetchDescriptor<Model>())
  }
}
