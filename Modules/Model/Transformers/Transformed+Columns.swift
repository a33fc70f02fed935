internal import Foundation
public import StrataSchema
public import StrataSQLite

extension Row {
  /// Reads a value that a transformer made data of.
  public mutating func transformed<Value, Transformer: ValueTransformer>(
    by type: Transformer.Type
  ) throws -> Value { try transformed(type.init(), "\(type)") }

  /// Reads a value that a transformer made data of.
  public mutating func transformed<Value>(by name: String) throws -> Value {
    try transformed(ValueTransformer.named(name), name)
  }

  /// Reads a value that a transformer made data of; a blank row may have none.
  public mutating func slot<Value, Transformer: ValueTransformer>(
    transformedBy type: Transformer.Type
  ) throws -> Slot<Value> {
    do { return Slot(try transformed(by: type)) } catch { return try empty(error) }
  }

  /// Reads a value that a transformer made data of; a blank row may have none.
  public mutating func slot<Value>(transformedBy name: String) throws -> Slot<Value> {
    do { return Slot(try transformed(by: name)) } catch { return try empty(error) }
  }

  fileprivate mutating func transformed<Value>(
    _ transformer: ValueTransformer?, _ name: String
  ) throws -> Value {
    if isNull, let type = Value.self as? any ExpressibleByNilLiteral.Type,
      let none = type.init(nilLiteral: ()) as? Value
    {
      skip(1)
      return none
    }
    if isBlank {
      skip(1)
      // What has no plain value has none until one is given.
      guard let value = PlainestValue.of(Value.self) else { throw NoValue() }
      return value
    }
    let data = try blob()
    guard let transformer else { throw invalidLast("no transformer is registered as \(name)") }
    let restored = transformer.restored(data)
    guard let value = restored as? Value, restored != nil || !transformer.readsByTransforming else {
      throw invalidLast("\(name) makes no \(Value.self) of what is stored")
    }
    return value
  }
}

extension Binder {
  /// Binds what a transformer makes of a value.
  public mutating func encode<Value, Transformer: ValueTransformer>(
    _ value: Value, transformedBy type: Transformer.Type
  ) throws { try encode(value, transformer: type.init(), name: "\(type)") }

  /// Binds what a transformer makes of a value.
  public mutating func encode<Value>(_ value: Value, transformedBy name: String) throws {
    try encode(value, transformer: ValueTransformer.named(name), name: name)
  }

  /// Binds what a transformer makes of a value, which must have been given.
  public mutating func encode<Value, Transformer: ValueTransformer>(
    _ slot: Slot<Value>, transformedBy type: Transformer.Type
  ) throws { try encode(try slot.given(), transformedBy: type) }

  /// Binds what a transformer makes of a value, which must have been given.
  public mutating func encode<Value>(_ slot: Slot<Value>, transformedBy name: String) throws {
    try encode(try slot.given(), transformedBy: name)
  }

  fileprivate mutating func encode<Value>(
    _ value: Value, transformer: ValueTransformer?, name: String
  ) throws {
    let wrapped: Any?
    if let optional = value as? any OptionalValue {
      wrapped = optional.wrappedValue
    } else {
      wrapped = value
    }
    guard let wrapped else { return bindNull() }
    guard let transformer else { throw TransformationError.unknownTransformer(name) }
    switch transformer.stored(wrapped) {
    case let data as Data: bind(blob: data)
    case let data as NSData: bind(blob: Data(referencing: data))
    default: throw TransformationError.noData(name)
    }
  }
}

/// What can go wrong when a value is transformed.
public enum TransformationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No transformer is registered under a name.
  case unknownTransformer(String)
  /// A transformer made something other than data.
  case noData(String)

  /// What went wrong.
  public var description: String {
    switch self {
    case .unknownTransformer(let name):
      "no transformer is registered as \(name); register it with ValueTransformer before saving"
    case .noData(let name): "\(name) made no data of the value"
    }
  }
}

extension PersistentModel {
  /// Describes an attribute that a transformer makes data of.
  public static func _$property<Root: PersistentModel, Value>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, transformer: Any,
    default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata {
    let isOptional = Value.self is any ExpressibleByNilLiteral.Type
    let columns = [ColumnDescription("", .blob, isOptional: isOptional)]
    return .attribute(index, name, keyPath, options, columns, value) { binder, value in
      switch transformer {
      case let name as String: try binder.encode(value, transformedBy: name)
      case let type as ValueTransformer.Type:
        try binder.encode(value, transformer: type.init(), name: "\(type)")
      default: throw TransformationError.unknownTransformer("\(transformer)")
      }
    }.restored { row in
      switch transformer {
      case let type as ValueTransformer.Type:
        try row.transformed(type.init(), "\(type)") as Value
      default: try row.transformed(by: "\(transformer)") as Value
      }
    }
  }
}
