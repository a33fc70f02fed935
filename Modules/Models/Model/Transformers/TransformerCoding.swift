internal import Foundation
public import StrataSchema
public import StrataSQLite

/// The coding of an attribute that is stored as the data that a transformer makes of its value.
public struct _TransformerCoding<Value>: ValueCoding, _PropertyCoding {
  private let name: String
  private let makeTransformer: () -> ValueTransformer?

  fileprivate init(_ name: String, _ makeTransformer: @escaping () -> ValueTransformer?) {
    self.name = name
    self.makeTransformer = makeTransformer
  }

  /// The single column, of data.
  public var columns: [ColumnDescription] {
    [ColumnDescription("", .blob, isOptional: Value.self is any OptionalValue.Type)]
  }

  /// Reads a value.
  ///
  /// A blank row may have none.
  ///
  /// - Throws: `StorageError.invalidValue` if the data makes no value, or if no transformer is
  ///   registered.
  public func decode(from row: inout Row) throws -> Value {
    if row.isNull, let type = Value.self as? any ExpressibleByNilLiteral.Type,
      let none = type.init(nilLiteral: ()) as? Value
    {
      row.skip(1)
      return none
    }
    if row.isBlank { return try row.placeholder(columnCount: 1) }
    let data = try row.blob()
    guard let transformer = makeTransformer() else {
      throw row.invalidLast("no transformer is registered as \(name)")
    }
    let restored = transformer.restored(data)
    guard let value = restored as? Value, restored != nil || !transformer.readsByTransforming else {
      throw row.invalidLast("\(name) makes no \(Value.self) of what is stored")
    }
    return value
  }

  /// Binds the data of a value, or NULL for nil.
  ///
  /// - Throws: ``ModelError/unknownTransformer(_:)``, ``ModelError/noTransformedData(_:)``.
  public func encode(_ value: Value, to binder: inout Binder) throws {
    let wrapped: Any?
    if let optional = value as? any OptionalValue {
      wrapped = optional.wrappedValue
    } else {
      wrapped = value
    }
    guard let wrapped else { return binder.bindNull() }
    guard let transformer = makeTransformer() else {
      throw ModelError.unknownTransformer(name)
    }
    switch transformer.stored(wrapped) {
    case let data as Data: binder.bind(blob: data)
    case let data as NSData: binder.bind(blob: Data(referencing: data))
    default: throw ModelError.noTransformedData(name)
    }
  }

  /// Describes an attribute, with the function that decodes its value.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, default value: (() -> Value)?
  ) -> Schema.PropertyMetadata {
    attribute(index, name, keyPath, options, default: value).restored { try decode(from: &$0) }
  }
}

extension ValueCodings {
  /// Returns the coding of a transformer class.
  public static func transformed<Value>(
    by type: (some ValueTransformer).Type
  ) -> _TransformerCoding<Value> { _TransformerCoding("\(type)") { type.init() } }

  /// Returns the coding of the transformer that is registered under a name when a value is read or
  /// saved.
  public static func transformed<Value>(by name: String) -> _TransformerCoding<Value> {
    _TransformerCoding(name) { ValueTransformer.named(name) }
  }
}
