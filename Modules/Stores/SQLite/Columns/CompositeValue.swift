public import StrataSchema

/// A value of several columns, laid out by `@Composite`.
public protocol _CompositeValue: CompositeColumnRepresentable, SendableMetatype {
  /// The code of the macro, callable from any isolation.
  static var _$code: CompositeCode<Self> { get }

  /// Lays out the columns and their rules.
  @MainActor static func _$makeLayout() -> CompositeLayout

  /// Reads the columns.
  @MainActor init(_$row row: inout Row) throws

  /// Binds the columns.
  @MainActor func _$write(_ binder: inout Binder) throws
}

extension _CompositeValue {
  /// The columns and their rules.
  public static var _$layout: CompositeLayout { _$code.layout }

  /// The columns and their rules.
  public static var _$compositeLayout: CompositeLayout? { _$layout }

  /// Reads the columns.
  @inlinable
  public init(from row: inout Row) throws { self = try Self._$code.read(&row) }

  /// Binds the columns.
  @inlinable
  public func bind(to binder: inout Binder) throws { try Self._$code.write(self, &binder) }

  /// The columns, those of all members one after another.
  public static var columns: [ColumnDescription] { _$layout.columns }

  /// The number of columns.
  public static var columnCount: Int { _$layout.columns.count }

  /// That the columns make a value.
  public static func check(_ name: (_ part: String) -> String) -> String? { _$layout.check(name) }

  /// That the columns make a value, or none at all.
  public static func checkIfPresent(_ name: (_ part: String) -> String) -> String? {
    _$layout.checkIfPresent(name)
  }
}

// What generated code calls.
extension Row {
  /// Reads the column that only says that there is a value, where there is one.
  public mutating func _$begins(_ layout: CompositeLayout) throws {
    guard layout.isMarked else { return }
    let isBlank = isBlank
    let value = try integer()
    guard isBlank || value == 1 else {
      throw invalidLast("holds \(value), and only 1 says that there is a value")
    }
  }

  /// Reads the name of a case.
  ///
  /// - Parameter plainest: The case of a row that stands in for a missing one.
  public mutating func _$kind(plainest: String) throws -> String {
    let isBlank = isBlank
    let name = try text()
    return isBlank ? plainest : name
  }

  /// An error about columns that make no case.
  public func _$noCase(_ kind: String, of type: any Any.Type) -> StorageError {
    invalidLast(
      "fits no case of \(type): '\(kind)' is none, or values beside it are missing or too many; "
        + "another program must have written it, so mend it in SQL")
  }
}

extension Binder {
  /// Binds the column that only says that there is a value, where there is one.
  public mutating func _$begins(_ layout: CompositeLayout) {
    if layout.isMarked { bind(integer: 1) }
  }
}

extension Row {
  /// Reads a value that can't be stored. No program that calls this is built.
  @_disfavoredOverload
  public mutating func decode<Value>() throws -> Value {
    throw invalidLast("a \(Value.self) can't be stored")
  }
}

extension Binder {
  /// Binds a value that can't be stored. No program that calls this is built.
  @_disfavoredOverload
  public mutating func encode<Value>(_ value: Value) throws {
    throw UnstorableValue.unknownType("\(Value.self)")
  }
}
