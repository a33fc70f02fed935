internal import Foundation
import StrataGraph
import StrataModel
import StrataSchema

/// The values of a snapshot's object, as the columns and links of a row.
struct SnapshotContent: Equatable {
  let identifier: PersistentIdentifier
  /// The columns of each attribute.
  private(set) var columns: [PropertyIndex: [ColumnValue]] = [:]
  /// The identifiers that each relationship leads to, in order.
  private(set) var targets: [PropertyIndex: [PersistentIdentifier]] = [:]

  /// Reads a snapshot.
  ///
  /// - Throws: ``DataStoreError/invalidValue(object:property:reason:)``.
  init(_ snapshot: some DataStoreSnapshot, of entity: _ModelEntity) throws {
    identifier = snapshot.persistentIdentifier
    guard let snapshot = snapshot as? DefaultSnapshot else {
      try read(encoded: snapshot, of: entity)
      return
    }
    if let (property, reason) = snapshot.failure { throw invalid(property, reason) }
    for property in entity.properties where !property.isEphemeral {
      let value = snapshot.values[property.name]
      switch property.kind {
      case .attribute(_, let descriptions, _, _):
        columns[property.index] =
          try value.map { try values($0, descriptions, of: property) }
          ?? defaults(of: property, descriptions)
      case .relationship:
        targets[property.index] = try value.map { try links($0, of: property) } ?? []
      }
    }
  }

  private func invalid(_ property: String, _ reason: String) -> DataStoreError {
    .invalidValue(object: identifier, property: property, reason: reason)
  }

  private func values(
    _ value: SnapshotValue, _ descriptions: [ColumnDescription],
    of property: Schema.PropertyMetadata
  ) throws -> [ColumnValue] {
    let parts =
      if case .list(let parts) = value, descriptions.count != 1 { parts } else { [value] }
    guard parts.count == descriptions.count else {
      throw invalid(
        property.name, "it has \(descriptions.count) columns, and \(parts.count) values")
    }
    return try zip(parts, descriptions).map { part, description in
      guard let column = part.column(description.storageClass) else {
        throw invalid(property.name, "an attribute can't lead to an object")
      }
      return column
    }
  }

  private func links(
    _ value: SnapshotValue, of property: Schema.PropertyMetadata
  ) throws -> [PersistentIdentifier] {
    let parts =
      switch value {
      case .null: [SnapshotValue]()
      case .list(let parts): parts
      default: [value]
      }
    return try parts.map { part in
      guard case .identifier(let identifier) = part else {
        throw invalid(property.name, "a relationship has identifiers alone")
      }
      return identifier
    }
  }

  /// The columns of a property that the snapshot lacks, such as one that the class has got since.
  private func defaults(
    of property: Schema.PropertyMetadata, _ descriptions: [ColumnDescription]
  ) throws -> [ColumnValue] {
    if let value = property.defaultValue, let encode = property.encode { return try encode(value) }
    guard descriptions.allSatisfy(\.isOptional) else {
      throw invalid(property.name, "it has no value, and the property no initial one")
    }
    return descriptions.map { _ in .null }
  }

  // A snapshot of another type is known by its encoded form.
  private mutating func read(
    encoded snapshot: some DataStoreSnapshot, of entity: _ModelEntity
  ) throws {
    let decoder = JSONDecoder()
    let data = try JSONEncoder().encode(snapshot)
    let container = try decoder.decode(EncodedSnapshot.self, from: data).container
    for property in entity.properties where !property.isEphemeral {
      let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
      do {
        switch property.kind {
        case .attribute(let type, let descriptions, _, _):
          guard container.contains(key) else {
            columns[property.index] = try defaults(of: property, descriptions)
            continue
          }
          guard let decodable = type as? any Decodable.Type, let encode = property.encode else {
            throw invalid(property.name, "\(type) isn't Codable; use DefaultSnapshot")
          }
          columns[property.index] = try encode(try container.decode(decodable, forKey: key))
        case .relationship(_, true, _):
          targets[property.index] =
            try container.decodeIfPresent(
              PersistentIdentifier.self, forKey: key
            ).map { [$0] } ?? []
        case .relationship:
          targets[property.index] =
            try container.decodeIfPresent([PersistentIdentifier].self, forKey: key) ?? []
        }
      } catch let error as DecodingError {
        throw invalid(property.name, "\(error)")
      }
    }
  }
}

/// The encoded form of a snapshot, whose properties are decoded by name.
private struct EncodedSnapshot: Decodable {
  let container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
  }
}
