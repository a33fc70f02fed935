public import Foundation
public import StrataModel
public import StrataSchema
public import StrataStorage

/// The difference of one object between two states of a store.
public struct ObjectDifference: Sendable, Hashable {
  /// The object's identifier.
  public let object: PersistentIdentifier
  /// `insert` if only the later state has the object, `delete` if only the earlier one has it.
  public let kind: HistoryEntry.Change.Kind
  /// The properties that differ, in order of declaration. For an inserted or deleted object all that
  /// aren't nil or empty.
  public let properties: [PropertyDifference]

  /// The difference of a property, or nil if it doesn't differ.
  public subscript(name: String) -> PropertyDifference? { properties.first { $0.name == name } }
}

/// The difference of one property of an object between two states of a store.
public struct PropertyDifference: Sendable, Hashable {
  /// The property's name.
  public let name: String
  /// The earlier content. Nil if the object wasn't there.
  public let before: PropertyContent?
  /// The later content. Nil if the object isn't there any more.
  public let after: PropertyContent?
}

/// The content of a property in a state of a store.
public enum PropertyContent: Sendable, Hashable {
  /// The columns of an attribute.
  case columns([ColumnValue])
  /// The objects that a relationship leads to, in their order.
  case objects([PersistentIdentifier])

  /// The value of an attribute.
  ///
  /// - Throws: The error of a value that isn't one of the type.
  public func value<Value>(as type: Value.Type = Value.self) throws -> Value {
    switch self {
    case .columns(let columns):
      return try StoredValue.decode(columns, as: type, table: "former values")
    case .objects(let objects):
      if let objects = objects as? Value { return objects }
      if let object = objects.first as? Value { return object }
      return try StoredValue.decode([.null], as: type, table: "former values")
    }
  }
}

/// A change of an object by a transaction.
public struct ObjectChange: Sendable, Hashable {
  /// The number of the transaction.
  public let transaction: Int64
  /// The time of the save.
  public let timestamp: Date
  /// The author of the save.
  public let author: String?
  /// The object before and after it.
  public let difference: ObjectDifference
}
