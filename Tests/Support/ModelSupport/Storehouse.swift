package import Foundation
internal import StrataStoreSupport
package import Strata
package import StrataTestSupport

/// A store in a temporary folder, or on a server where the variable `STRATA_TEST_ENGINE` says so, opened as often as a
/// test likes.
package struct Storehouse: Sendable {
  package let folder: TemporaryFolder
  package let url: URL

  package init() throws {
    folder = try TemporaryFolder()
    url = folder.store()
  }

  package static let models: [any PersistentModel.Type] = [
    Crate.self, Author.self, Specimen.self, OptionalSpecimen.self, Landlord.self,
  ]

  /// Opens the store, as a process of its own would.
  package func open(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Self.models,
      configuration: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// A context of a container of its own.
  package func context() throws -> ModelContext { ModelContext(try open()) }
}

extension ModelContext {
  /// A context on a new store in memory.
  package static func inMemory() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Storehouse.models, configuration: .temporary))
  }

  /// All objects of a class, oldest first.
  package func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
    try fetch(FetchDescriptor<Model>())
  }
}

extension ModelContext {
  /// Adds parcels whose serial numbers and values count from 0, and saves them.
  package func addParcels(_ count: Int) throws -> [Parcel] {
    let parcels = (0..<count).map { Parcel(serial: $0) }
    for (value, parcel) in parcels.enumerated() {
      insert(parcel)
      parcel.value = value
    }
    try save()
    return parcels
  }
}
