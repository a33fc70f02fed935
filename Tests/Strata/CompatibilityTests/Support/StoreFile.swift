import SwiftData
import Testing

/// A store in a file of its own, in a folder that goes with this object.
final class StoreFile {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-compatibility-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var configuration: ModelConfiguration {
    ModelConfiguration(url: folder.appendingPathComponent("test.store"))
  }

  /// Opens the store and gives a context on it.
  func context(_ types: [any PersistentModel.Type]) throws -> ModelContext {
    ModelContext(try ModelContainer(for: Schema(types), configurations: configuration))
  }
}

/// Saves an object, opens the store anew, and gives the object that is read to a check.
func reopen<Model: PersistentModel>(
  _ model: Model, also others: any PersistentModel.Type..., check: (Model) throws -> Void
) throws {
  let file = try StoreFile()
  let types = [Model.self] + others
  func save(_ context: ModelContext) throws {
    context.insert(model)
    try context.save()
  }
  try save(file.context(types))
  let context = try file.context(types)
  let found = try context.fetch(FetchDescriptor<Model>())
  try #require(found.count == 1)
  #expect(found[0] !== model)
  try check(found[0])
}
