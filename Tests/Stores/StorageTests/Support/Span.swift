import StrataSchema
import StrataSQLite

/// A value of three columns, the last of which may be missing, with a rule over them.
struct Span: ColumnRepresentable, Hashable {
  var first: Int
  var last: Int
  var unit: String?

  static var columns: [ColumnDescription] {
    [
      ColumnDescription("first", .integer), ColumnDescription("last", .integer),
      ColumnDescription("unit", .text, isOptional: true),
    ]
  }

  static func check(_ name: (_ part: String) -> String) -> String? {
    "\(name("first")) <= \(name("last"))"
  }

  init(_ first: Int, _ last: Int, _ unit: String? = nil) {
    self.first = first
    self.last = last
    self.unit = unit
  }

  init(from row: inout Row) throws {
    first = try row.decode()
    last = try row.decode()
    guard first <= last else { throw row.invalidLast("\(last) is before \(first)") }
    unit = try row.decode()
  }

  func bind(to binder: inout Binder) throws {
    try binder.encode(first)
    try binder.encode(last)
    try binder.encode(unit)
  }
}
