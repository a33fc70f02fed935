import SwiftData

/// A store in a folder of its own, which goes with this object.
nonisolated final class StoreFile {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("strata-isolation-\(UUID().uuidString)", isDirectory: true)

  deinit { try? FileManager.default.removeItem(at: folder) }

  func container() throws -> ModelContainer {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try ModelContainer(
      for: Schema([Book.self, Chapter.self, Shelf.self, Person.self, Author.self]),
      configurations: ModelConfiguration(url: folder.appendingPathComponent("test.store")))
  }

  func context() throws -> ModelContext { ModelContext(try container()) }

  /// Saves objects in a context that nobody keeps.
  func save(_ models: [any PersistentModel]) throws {
    let context = try context()
    for model in models { context.insert(model) }
    try context.save()
  }
}
