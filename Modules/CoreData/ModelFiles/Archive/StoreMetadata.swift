public import Foundation
public import StrataArchives

/// The metadata of a Core Data store, from its table `Z_METADATA`.
public struct StoreMetadata: Sendable, Hashable {
  /// The identifier that the store shares with its copies only.
  public var identifier: UUID?
  /// The store's type, such as `SQLite`.
  public var type: String?
  /// The version hashes of the entities in the model with which the store was last saved.
  public var versionHashes: [String: Data]
  /// The version of the rules for computing the hashes.
  public var versionHashesVersion: Int?
  /// The developer's identifiers of that model version.
  public var versionIdentifiers: Set<String>
  /// The version of Core Data that last saved the store.
  public var frameworkVersion: Int?
  /// The whole property list, including the program's own keys.
  public var values: [String: PropertyListValue]

  /// Reads a store's metadata.
  ///
  /// - Parameter identifier: The identifier in the table's own column, which takes precedence over
  ///   the list's.
  /// - Throws: `ArchiveError` if the data isn't a property list or is too large.
  public init(
    propertyList data: Data, identifier: UUID? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let list = try PropertyListValue(propertyList: data, limits: limits)
    guard case .dictionary(let values) = list else {
      throw .corrupt(reason: "the metadata is no dictionary", offset: nil)
    }
    self.values = values
    self.identifier =
      identifier ?? values["NSStoreUUID"]?.string.flatMap { UUID(uuidString: $0) }
    type = values["NSStoreType"]?.string
    versionHashes =
      values["NSStoreModelVersionHashes"]?.dictionary?.compactMapValues(\.data) ?? [:]
    versionHashesVersion =
      values["NSStoreModelVersionHashesVersion"]?.integer.flatMap { Int(exactly: $0) }
    versionIdentifiers = Set(
      (values["NSStoreModelVersionIdentifiers"]?.elements ?? []).compactMap(\.string)
        .filter { !$0.isEmpty })
    frameworkVersion =
      values["NSPersistenceFrameworkVersion"]?.integer.flatMap { Int(exactly: $0) }
  }
}
