package import StrataSchema

/// The properties of a column that reading needs.
package struct ColumnForm: Sendable {
  package let storageClass: StorageClass
  package let isOptional: Bool

  package init(_ column: ColumnDescription) {
    storageClass = column.storageClass
    isOptional = column.isOptional
  }
}

extension Row {
  /// Reads a column as it is described. A text in a column of bytes is given as it is.
  ///
  /// - Throws: ``StorageError/invalidValue(_:)`` for a value of another storage class, and for NULL where
  ///   there must be a value.
  package mutating func columnValue(_ column: ColumnForm) throws -> ColumnValue {
    if column.isOptional, isNull || isBlank {
      skip(1)
      return .null
    }
    switch column.storageClass {
    case .integer: return .integer(try integer())
    case .real: return .real(try real())
    case .text: return .text(try text())
    // A function that the statement calls may give a text in place of bytes that it couldn't read.
    case .blob: return holdsText ? .text(try text()) : .blob(try blob())
    }
  }
}

extension Binder {
  /// Binds a column's value as it is.
  package mutating func bind(_ value: ColumnValue) {
    switch value {
    case .null: bindNull()
    case .integer(let value): bind(integer: value)
    case .real(let value): bind(real: value)
    case .text(let value): bind(text: value)
    case .blob(let value): bind(blob: value)
    }
  }
}
