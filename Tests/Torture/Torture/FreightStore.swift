package import Foundation
package import Strata

/// A store of freight, opened as a program of its own would.
package struct FreightStore {
  package let context: ModelContext

  /// Opens a store of any version.
  package init(
    _ url: URL, author: String? = nil, durability: StoreDurability = .normal
  ) throws {
    var configuration = ModelConfiguration(url: url)
    configuration.durability = durability
    context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: FreightV3.self), migrationPlan: FreightPlan.self,
        configurations: [configuration]))
    context.author = author
    context.autosaveEnabled = false
  }

  /// Makes a store of the first version.
  ///
  /// - Returns: What it has once it is migrated.
  package static func makeFirstVersion(
    _ url: URL, loadCount: Int, durability: StoreDurability = .normal
  ) throws -> Manifest {
    var configuration = ModelConfiguration(url: url)
    configuration.durability = durability
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: FreightV1.self), configurations: [configuration]))
    var manifest = Manifest()
    for index in 0..<loadCount {
      // Every tenth serial number is there twice, and a plan keeps the older one.
      let (serial, harbor) = (100 + (index % 10 == 9 ? index - 1 : index), 1 + index % 7)
      let isNew = manifest.loads[serial] == nil
      if index % 3 == 0 {
        context.insert(FreightV1.ChilledLoad(serial, mass: index % 90, harborNumber: harbor))
      } else {
        context.insert(FreightV1.Load(serial, mass: index % 90, harborNumber: harbor))
      }
      guard isNew else { continue }
      manifest.harbors.insert(harbor)
      manifest.loads[serial] = Manifest.Entry(
        weight: index % 90, degrees: index % 3 == 0 ? -18 : nil, harbor: harbor)
    }
    try context.save()
    return manifest
  }

  /// Both ends of a relationship say different things.
  package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
  }

  /// All that is there, read from each end of the relationships.
  package func manifest() throws -> Manifest {
    var manifest = Manifest()
    for harbor in try context.fetch(FetchDescriptor<Harbor>()) {
      manifest.harbors.insert(harbor.serial)
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) { manifest.tags.insert(tag.serial) }
    for load in try context.fetch(FetchDescriptor<Load>()) {
      manifest.loads[load.serial] = Manifest.Entry(
        weight: load.weight, note: load.note, degrees: (load as? ChilledLoad)?.degrees,
        harbor: load.harbor?.serial, tags: Set(load.tags.map(\.serial)))
      try agree("harbor of \(load.serial)", load.harbor.map { $0.loads.contains(load) } ?? true)
      try agree("seal of \(load.serial)", load.seal.map { $0.load === load } ?? true)
      try agree("tags of \(load.serial)", load.tags.allSatisfy { $0.loads.contains(load) })
    }
    for seal in try context.fetch(FetchDescriptor<Seal>()) {
      manifest.seals[seal.serial] = .some(seal.load?.serial)
      try agree("load of \(seal.serial)", seal.load.map { $0.seal === seal } ?? true)
    }
    return manifest
  }

  private func agree(_ place: String, _ isRight: Bool) throws {
    if !isRight { throw Disagreement(description: "the other end of \(place) disagrees") }
  }
}
