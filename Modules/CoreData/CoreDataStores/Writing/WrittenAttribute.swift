internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// An attribute of a schema with its columns in a Core Data store.
struct WrittenAttribute {
  let name: String
  /// The indices of its columns in ``EntityTable/storedColumns``.
  let places: Range<Int>
  /// True if the store's triggers compute the value.
  let isDerived: Bool
  private let columns: [ColumnDescription]
  private let shape: CompositeShape?
  private let value: AttributeColumns
  private let mustBeThere: Bool

  /// - Parameters:
  ///   - own: The attribute in the store's model.
  ///   - stored: The attribute's columns in the store.
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

  /// The names of its columns in the store.
  var storedColumns: [String] { value.leaves.map(\.value.columnName) }

  /// The columns whose data may be in external files.
  var externalColumns: [String] {
    value.leaves.filter(\.value.attribute.allowsExternalBinaryDataStorage)
      .map(\.value.columnName)
  }

  /// True if two rows have the same value.
  func isSame(_ one: [ColumnValue], _ other: [ColumnValue]) -> Bool {
    zip(columns, places).allSatisfy { column, place in
      column.isSame(one[place], other[place])
    }
  }

  /// Encodes a row's value for the store's columns.
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
  /// True if two values are identical byte by byte. Texts with differently encoded accents are
  /// equal but not identical.
  func isIdentical(to other: ColumnValue) -> Bool {
    guard case .text(let one) = self, case .text(let other) = other else { return self == other }
    return one.utf8.elementsEqual(other.utf8)
  }
}

extension ColumnDescription {
  fileprivate var isJSON: Bool { if case .json? = meaning { true } else { false } }

  /// True if two values mean the same, even if they are encoded differently.
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

  /// The canonical bytes of a JSON text. Returns nil for invalid JSON, which equals nothing else.
  private static func json(_ text: String) -> Data? {
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return json.flatMap {
      // Never throws: whatever was parsed as JSON can be written as JSON.
      try? JSONSerialization.data(
        withJSONObject: withoutNulls($0), options: [.fragmentsAllowed, .sortedKeys])
    }
  }

  /// Removes nulls, which Swift's decoding treats like missing members.
  private static func withoutNulls(_ json: Any) -> Any {
    switch json {
    case let members as [String: Any]:
      members.filter { !($0.value is NSNull) }.mapValues(withoutNulls)
    case let elements as [Any]: elements.map(withoutNulls)
    default: json
    }
  }
}
