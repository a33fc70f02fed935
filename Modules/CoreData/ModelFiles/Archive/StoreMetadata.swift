public import Foundation
public import StrataArchives

/// What a Core Data store says of itself, in its table `Z_METADATA`.
public struct StoreMetadata: Sendable, Hashable {
  /// What tells the store and its copies from others.
  public var identifier: UUID?
  /// The kind of store, such as `SQLite`.
  public var type: String?
  /// The hash of each entity of the model that the store was saved with last.
  public var versionHashes: [String: Data]
  /// The rules that the hashes were made by.
  public var versionHashesVersion: Int?
  /// What the developer calls that model; empty where nothing was said.
  public var versionIdentifiers: Set<String>
  /// The version of Core Data that saved the store last.
  public var frameworkVersion: Int?
  /// The whole property list, with keys of the program's own.
  public var values: [String: PropertyListValue]

  /// Reads the property list of a store's metadata.
  ///
  /// - Parameter identifier: What stands beside the list in the store.
  /// - Throws: ``ArchiveError`` for what is no property list, or too large a one.
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
