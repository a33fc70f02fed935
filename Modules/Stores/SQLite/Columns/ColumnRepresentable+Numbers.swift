public import Foundation
public import StrataSchema

extension ColumnRepresentable where Self: FixedWidthInteger {
  /// One.
  public static var columnCount: Int { 1 }

  /// One INTEGER column.
  public static var columns: [ColumnDescription] { [ColumnDescription("", .integer)] }

  /// Reads an integer and checks that it fits.
  @inlinable
  public init(from row: inout Row) throws {
    let raw = try row.integer()
    guard let value = Self(exactly: raw) else {
      throw row.invalidLast("\(raw) doesn't fit \(Self.self)")
    }
    self = value
  }

  /// Binds an integer.
  @inlinable
  public func bind(to binder: inout Binder) throws { binder.bind(integer: Int64(self)) }
}

extension Int: ColumnRepresentable {}
extension Int8: ColumnRepresentable {}
extension Int16: ColumnRepresentable {}
extension Int32: ColumnRepresentable {}
extension Int64: ColumnRepresentable {}
extension UInt8: ColumnRepresentable {}
extension UInt16: ColumnRepresentable {}
extension UInt32: ColumnRepresentable {}

extension UInt64: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One INTEGER column in two's complement, as SQLite's integers end at `Int64.max`.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .integer, meaning: .unsigned)]
  }

  /// Reads two's complement.
  public init(from row: inout Row) throws { self.init(bitPattern: try row.integer()) }

  /// Binds two's complement.
  public func bind(to binder: inout Binder) throws { binder.bind(integer: Int64(bitPattern: self)) }
}

extension UInt: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One INTEGER column in two's complement, as SQLite's integers end at `Int64.max`.
  public static var columns: [ColumnDescription] { UInt64.columns }

  /// Reads two's complement.
  public init(from row: inout Row) throws {
    self.init(truncatingIfNeeded: try UInt64(from: &row))
  }

  /// Binds two's complement.
  public func bind(to binder: inout Binder) throws { try UInt64(self).bind(to: &binder) }
}

extension Bool: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One INTEGER column, 0 or 1.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .integer, meaning: .boolean)]
  }

  /// Reads 0 as false and 1 as true; anything else is an error.
  public init(from row: inout Row) throws {
    switch try row.integer() {
    case 0: self = false
    case 1: self = true
    case let other: throw row.invalidLast("\(other) is neither 0 nor 1")
    }
  }

  /// Binds 0 or 1.
  public func bind(to binder: inout Binder) throws { binder.bind(integer: self ? 1 : 0) }
}

extension Double: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One REAL column.
  public static var columns: [ColumnDescription] { [ColumnDescription("", .real)] }

  /// Reads a real.
  public init(from row: inout Row) throws { self = try row.real() }

  /// Binds a real; NaN is an error, since SQL has no such number.
  public func bind(to binder: inout Binder) throws {
    guard !isNaN else { throw UnstorableValue.notANumber }
    binder.bind(real: self)
  }
}

extension Float: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One REAL column.
  public static var columns: [ColumnDescription] { Double.columns }

  /// Reads a real, rounded to a `Float`.
  public init(from row: inout Row) throws { self = Float(try row.real()) }

  /// Binds a real; NaN is an error, since SQL has no such number.
  public func bind(to binder: inout Binder) throws { try Double(self).bind(to: &binder) }
}

extension CGFloat: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One REAL column.
  public static var columns: [ColumnDescription] { Double.columns }

  /// Reads a real.
  public init(from row: inout Row) throws { self.init(try row.real()) }

  /// Binds a real; NaN is an error, since SQL has no such number.
  public func bind(to binder: inout Binder) throws { try Double(self).bind(to: &binder) }
}

extension Decimal: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One TEXT column with all digits.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .text, meaning: .decimal)]
  }

  /// Reads digits.
  public init(from row: inout Row) throws {
    let isBlank = row.isBlank
    let text = try row.text()
    guard let value = Decimal(digits: isBlank ? "0" : text) else {
      throw row.invalidLast("'\(text)' is no decimal number")
    }
    self = value
  }

  /// Binds digits; NaN is an error, since it has none.
  public func bind(to binder: inout Binder) throws {
    guard !isNaN else { throw UnstorableValue.notANumber }
    var value = self
    binder.bind(text: NSDecimalString(&value, Locale(identifier: "en_US_POSIX")))
  }
}
