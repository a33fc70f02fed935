internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// An attribute of a schema and where a Core Data store keeps it.
struct WrittenAttribute {
  let name: String
  /// Which of a row's values are its own, by place in ``EntityTable/storedColumns``.
  let places: Range<Int>
  /// Whether the store itself works the value out.
  let isDerived: Bool
  private let columns: [ColumnDescription]
  private let shape: CompositeShape?
  private let value: StoredValue
  private let mustBeThere: Bool

  /// - Parameters:
  ///   - own: The model's attribute.
  ///   - stored: The store's columns of it.
  init(
    _ attribute: Schema.Attribute, _ own: AttributeDescription, stored: [String], places: Range<Int>
  ) {
    name = attribute.name
    self.places = places
    isDerived = own.isDerived
    columns = attribute.columns
    shape = attribute.shape
    value = StoredAttribute(own, columns: stored, nil, checksValues: false).root
    mustBeThere = !own.isOptional && own.type != .composite
  }

  /// The store's columns.
  var storedColumns: [String] { value.leaves.map(\.value.columnName) }

  /// The columns whose data may be in files of its own.
  var externalColumns: [String] {
    value.leaves.filter(\.value.attribute.allowsExternalBinaryDataStorage)
      .map(\.value.columnName)
  }

  /// Whether two rows have the same value.
  func isSame(_ one: [ColumnValue], _ other: [ColumnValue]) -> Bool {
    zip(columns, places).allSatisfy { column, place in
      column.isSame(one[place], other[place])
    }
  }

  /// The store's columns with a row's value.
  func assignments(of row: [ColumnValue]) throws(UnwritableValue) -> [Assignment] {
    let assignments = try plainAssignments(of: row)
    try value.checkCases(of: assignments, isInside: false)
    return assignments
  }

  private func plainAssignments(of row: [ColumnValue]) throws(UnwritableValue) -> [Assignment] {
    let values = zip(columns, places).map { ($0, row[$1]) }
    func part(_ name: String) -> ColumnValue { values.first { $0.0.part == name }?.1 ?? .null }
    if mustBeThere, values.allSatisfy({ $0.1 == .null }) {
      throw UnwritableValue(description: "it must have a value")
    }
    guard value.isComposite else {
      return [try value.assignment(of: part(""), isJSON: columns.first?.isJSON ?? false)]
    }
    if let only = columns.first, columns.count == 1, only.part.isEmpty {
      if only.isJSON {
        guard case .text(let json) = values[0].1 else { return value.absent }
        return try value.assignments(ofJSON: json)
      }
      // An enum with a raw value.
      guard let leaf = value.leaves.first?.value, value.leaves.count == 1 else {
        throw UnwritableValue(description: "the store has several columns for it")
      }
      return [try leaf.assignment(of: values[0].1)]
    }
    if let shape { return try value.assignments(of: shape, part) }
    var assignments: [Assignment] = []
    for (name, leaf) in value.leaves { assignments.append(try leaf.assignment(of: part(name))) }
    return assignments
  }
}

extension ColumnValue {
  /// Whether two values are the same byte by byte: texts are equal also where their accents are written in
  /// different ways.
  func isIdentical(to other: ColumnValue) -> Bool {
    guard case .text(let one) = self, case .text(let other) = other else { return self == other }
    return one.utf8.elementsEqual(other.utf8)
  }
}

extension ColumnDescription {
  fileprivate var isJSON: Bool { if case .json? = meaning { true } else { false } }

  /// Whether two values mean the same, however they are written down.
  fileprivate func isSame(_ one: ColumnValue, _ other: ColumnValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .real(let other)), (.real(let other), .integer(let one)):
      return Double(one) == other
    case (.text(let text), .text(let otherText)):
      if one.isIdentical(to: other) { return true }
      switch meaning {
      case .decimal?: return Decimal(string: text) == Decimal(string: otherText)
      case .json?: return Self.json(text).map { $0 == Self.json(otherText) } ?? false
      default: return false
      }
    default: return one == other
    }
  }

  /// The same bytes for all texts of one JSON value; nil for what is none, which is the same as nothing else.
  private static func json(_ text: String) -> Data? {
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return json.flatMap {
      // What was read as JSON can be written as such.
      try? JSONSerialization.data(
        withJSONObject: withoutNulls($0), options: [.fragmentsAllowed, .sortedKeys])
    }
  }

  /// Swift's coding leaves out what is nil, and reads a null as nil.
  private static func withoutNulls(_ json: Any) -> Any {
    switch json {
    case let members as [String: Any]:
      members.filter { !($0.value is NSNull) }.mapValues(withoutNulls)
    case let elements as [Any]: elements.map(withoutNulls)
    default: json
    }
  }
}
