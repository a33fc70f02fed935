public import Foundation
public import StrataSchema

extension String: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One TEXT column.
  public static var columns: [ColumnDescription] { [ColumnDescription("", .text)] }

  /// Reads text.
  public init(from row: inout Row) throws { self = try row.text() }

  /// Binds text.
  public func bind(to binder: inout Binder) throws { try binder.bind(checked: self) }
}

extension Date: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One REAL column: seconds since 2001-01-01 00:00 UTC, the form that loses nothing.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .real, meaning: .date)]
  }

  /// Reads seconds since the reference date.
  public init(from row: inout Row) throws {
    self.init(timeIntervalSinceReferenceDate: try row.real())
  }

  /// Binds seconds since the reference date.
  public func bind(to binder: inout Binder) throws {
    try timeIntervalSinceReferenceDate.bind(to: &binder)
  }
}

extension Data: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One BLOB column.
  public static var columns: [ColumnDescription] { [ColumnDescription("", .blob)] }

  /// Reads bytes.
  public init(from row: inout Row) throws { self = try row.blob() }

  /// Binds bytes.
  public func bind(to binder: inout Binder) throws { binder.bind(blob: self) }
}

extension UUID: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One BLOB column of 16 bytes: less than half the size of text, in the table and each index.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .blob, meaning: .uuid)]
  }

  /// Reads 16 bytes.
  public init(from row: inout Row) throws { self = try row.uuid() }

  /// Binds 16 bytes.
  public func bind(to binder: inout Binder) throws { binder.bind(uuid: self) }
}

extension URL: ColumnRepresentable {
  /// One.
  public static var columnCount: Int { 1 }

  /// One TEXT column.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .text, meaning: .url)]
  }

  /// Reads an absolute URL, or a relative one as it was written.
  public init(from row: inout Row) throws {
    let isBlank = row.isBlank
    let text = try row.text()
    guard let url = URL(string: isBlank ? "about:blank" : text) else {
      throw row.invalidLast("'\(text)' is no URL")
    }
    self = url
  }

  /// Binds the absolute form.
  public func bind(to binder: inout Binder) throws { binder.bind(text: absoluteString) }
}
