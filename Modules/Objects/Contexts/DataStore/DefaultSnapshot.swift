package import Foundation
@_spi(Query) public import StrataModel
package import StrataSchema

/// The values of one object, by the names of its properties, as its columns have them.
public struct DefaultSnapshot: DataStoreSnapshot, Hashable {
  /// The identifier of the object.
  public let persistentIdentifier: PersistentIdentifier
  package let values: [String: SnapshotValue]
  /// The property that couldn't be read, and why. An initializer can't throw, so that a save does.
  package let failure: (property: String, reason: String)?

  package init(
    persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue],
    failure: (property: String, reason: String)? = nil
  ) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
    self.failure = failure
  }

  /// Takes the values of an object.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self.init(of: backingData._$model)
  }

  package init(of model: any PersistentModel) {
    var values: [String: SnapshotValue] = [:]
    var failure: (property: String, reason: String)?
    for property in type(of: model)._$entity.properties where !property.isEphemeral {
      do {
        switch property.kind {
        case .attribute:
          let columns = try model.columnValues(forKey: property.name).map { SnapshotValue($0) }
          values[property.name] = columns.count == 1 ? columns[0] : .list(columns)
        case .relationship(_, let isToOne, _):
          let related = try model.related(forKey: property.name).map {
            SnapshotValue.identifier($0.persistentModelID)
          }
          values[property.name] = isToOne ? related.first ?? .null : .list(related)
        }
      } catch {
        failure = failure ?? (property.name, "\(error)")
      }
    }
    self.init(
      persistentIdentifier: model.persistentModelID, values: values, failure: failure)
  }

  /// Returns a copy with another identifier of its own, and others in its relationships.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
  ) -> DefaultSnapshot {
    DefaultSnapshot(
      persistentIdentifier: persistentIdentifier,
      values: remappedIdentifiers.map { map in values.mapValues { $0.remapped(by: map) } }
        ?? values, failure: failure)
  }

  /// Reads the encoded form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    var values: [String: SnapshotValue] = [:]
    for case .modeledProperty(let name) in container.allKeys {
      values[name] = try container.decode(SnapshotValue.self, forKey: .modeledProperty(name))
    }
    self.init(
      persistentIdentifier: try container.decode(
        PersistentIdentifier.self, forKey: .persistentIdentifier),
      values: values)
  }

  /// Encodes the identifier, and the properties by name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values { try container.encode(value, forKey: .modeledProperty(name)) }
  }

  /// True if both have the same identifier and values.
  public static func == (lhs: DefaultSnapshot, rhs: DefaultSnapshot) -> Bool {
    lhs.persistentIdentifier == rhs.persistentIdentifier && lhs.values == rhs.values
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(persistentIdentifier) }
}

/// The value of a property in a snapshot: a column, the columns of a composite, or the identifiers of a
/// relationship.
package enum SnapshotValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case data(Data)
  case identifier(PersistentIdentifier)
  indirect case list([SnapshotValue])

  package init(_ column: ColumnValue) {
    switch column {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .data(value)
    }
  }

  /// The column that has the value, or nil for identifiers and lists.
  ///
  /// - Parameter storageClass: The column's type. Encoders write 1.0 as 1.
  package func column(_ storageClass: StorageClass) -> ColumnValue? {
    switch self {
    case .null: .null
    case .integer(let value): storageClass == .real ? .real(Double(value)) : .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .data(let value): .blob(value)
    case .identifier, .list: nil
    }
  }

  func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .identifier(let identifier): .identifier(map[identifier] ?? identifier)
    case .list(let values): .list(values.map { $0.remapped(by: map) })
    default: self
    }
  }
}

extension SnapshotValue: Codable {
  private enum Key: CodingKey { case data }

  package init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      // Dropped: that it isn't an object. Another form is tried then.
      self =
        keyed.contains(.data)
        ? .data(try keyed.decode(Data.self, forKey: .data))
        : .identifier(try PersistentIdentifier(from: decoder))
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      // Dropped: that it isn't an array, as above.
      var values: [SnapshotValue] = []
      while !list.isAtEnd { values.append(try list.decode(SnapshotValue.self)) }
      self = .list(values)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Int64.self) {
      // Dropped: that it isn't an integer. A number with a fraction or a text is tried next.
      self = .integer(value)
    } else if let value = try? single.decode(Double.self) {
      // Dropped: as above.
      self = .real(value)
    } else {
      self = .text(try single.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .integer(let value): try value.encode(to: encoder)
    case .real(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    case .data(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .data)
    case .identifier(let identifier): try identifier.encode(to: encoder)
    case .list(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    }
  }
}
