package import Foundation
package import StrataDescriptions
import StrataStorage

/// The record of which version of a model a store has, by Core Data's keys.
package enum VersionRecord {
  /// The name under which the store has the record.
  package static let name = "coreDataMetadata"
  /// The key of the entities' hashes.
  package static let hashesKey = "NSStoreModelVersionHashes"

  /// The hashes of a model's entities, by name.
  package static func hashes(of model: ManagedObjectModel) -> [String: Data] {
    model.entityVersionHashes.mapValues { hash in
      withUnsafeBytes(of: hash.value.bigEndian) { Data($0) }
    }
  }

  /// A record of a model's version, as text.
  static func text(of model: ManagedObjectModel) throws -> String {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [hashesKey: hashes(of: model)], format: .xml, options: 0)
    return String(decoding: data, as: UTF8.self)
  }
}
