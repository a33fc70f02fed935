internal import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import StrataSchema

/// The reason why a value can't be written, as text.
struct UnwritableValue: Error, CustomStringConvertible {
  let description: String
}

/// A column of the store and its new value.
typealias Assignment = (column: String, value: ColumnValue)

// The inverse of what the views compute. A save reads everything again before it commits, so an
// error here can't go unnoticed.
extension AttributeColumns {
  /// Assignments that set all columns to null.
  var absent: [Assignment] { leaves.map { ($0.value.columnName, .null) } }

  /// Splits a composite value into assignments.
  ///
  /// - Parameter part: Returns the value of one of our columns, by the name of its part.
  func assignments(
    of shape: CompositeShape, _ part: (String) -> ColumnValue, inside prefix: String = ""
  ) throws(UnwritableValue) -> [Assignment] {
    func value(_ name: String) -> ColumnValue { part(ColumnDescription.path(prefix, name)) }
    func write(
      _ member: CompositeShape.Member, into element: AttributeColumns?
    ) throws(UnwritableValue) -> [Assignment] {
      let name = ColumnDescription.path(prefix, member.part)
      guard let element else {
        throw UnwritableValue(description: "the store has no place for its \(member.name)")
      }
      if let shape = member.shape, element.isComposite {
        return try element.assignments(of: shape, part, inside: name)
      }
      guard let leaf = element.leaves.first?.value, element.leaves.count == 1 else {
        throw UnwritableValue(description: "the store has several columns for its \(member.name)")
      }
      return [try leaf.assignment(of: part(name))]
    }
    switch shape {
    case .structure(let presence, let members):
      if value(presence) == .null { return absent }
      var assignments: [Assignment] = []
      for member in members { assignments += try write(member, into: element(member.name)) }
      return assignments
    case .enumeration(let kind, let cases):
      var assignments = absent
      guard case .text(let name) = value(kind) else { return assignments }
      guard let one = cases.first(where: { $0.name == name }), let chosen = element(name) else {
        throw UnwritableValue(description: "the store has no place for its case \(name)")
      }
      if chosen.isComposite {
        for value in one.values {
          for one in try write(value, into: chosen.element(value.name)) { assignments.set(one) }
        }
      } else if one.values.isEmpty {
        assignments.set((chosen.columnName, .text(name)))
      } else {
        throw UnwritableValue(
          description: "the store has no place for what its case \(name) carries")
      }
      return assignments
    }
  }

  /// Checks that each enum in a value has exactly one case, as a Swift value has.
  ///
  /// - Parameter isInside: True for a part of another value, which may be nil.
  func checkCases(of assignments: [Assignment], isInside: Bool) throws(UnwritableValue) {
    func isThere(_ value: AttributeColumns) -> Bool {
      value.leaves.contains { leaf in
        assignments.contains { $0.column == leaf.value.columnName && $0.value != .null }
      }
    }
    guard isComposite else { return }
    for element in elements { try element.checkCases(of: assignments, isInside: true) }
    guard attribute.isEnumeration else { return }
    let chosen = elements.filter(isThere)
    if chosen.count > 1 {
      let names = chosen.map(\.attribute.name).joined(separator: " and ")
      throw UnwritableValue(description: "\(attribute.name) can't be \(names) at once")
    }
    guard let one = chosen.first else {
      if !attribute.isOptional, !isInside {
        throw UnwritableValue(description: "it must be one of its cases")
      }
      return
    }
    // A raw value may be any value of its type.
    guard one.attribute.name != attribute.name, !one.isComposite, one.attribute.type == .string
    else {
      return
    }
    let name = assignments.first { $0.column == one.columnName }?.value
    guard name == .text(one.attribute.name) else {
      throw UnwritableValue(
        description: "its case \(one.attribute.name) is kept as that name, not as another text")
    }
  }

  /// Encodes a value that isn't a composite.
  ///
  /// - Parameter value: The value of our column.
  func assignment(of value: ColumnValue, isJSON: Bool = false) throws(UnwritableValue) -> Assignment
  {
    if value == .null { return (columnName, .null) }
    func refused() -> UnwritableValue {
      UnwritableValue(
        description: "\(StoreFunctions.words(value)) can't be kept as \(attribute.type.name)")
    }
    switch (attribute.type, value) {
    case (.integer16, .integer(let number)):
      guard Int16(exactly: number) != nil else { throw refused() }
      return (columnName, value)
    case (.integer32, .integer(let number)):
      guard Int32(exactly: number) != nil else { throw refused() }
      return (columnName, value)
    case (.boolean, .integer(let number)): return (columnName, .integer(number == 0 ? 0 : 1))
    case (.float, .real(let number)) where number.isFinite && !Float(number).isFinite:
      throw refused()
    case (.integer64, .integer), (.double, .real), (.float, .real), (.date, .real),
      (.double, .integer), (.float, .integer), (.date, .integer):
      return (columnName, value)
    case (.string, .text(let text)), (.uri, .text(let text)):
      guard !text.contains("\0") else {
        throw UnwritableValue(description: "a text with a NUL can't be kept")
      }
      return (columnName, value)
    case (.uuid, .blob(let bytes)) where bytes.count == 16: return (columnName, value)
    case (.decimal, .text(let text)):
      // Core Data stores decimal numbers as floating-point numbers.
      guard let number = Double(text), number.isFinite, let decimal = Decimal(string: text),
        Decimal(string: "\(number)") == decimal
      else {
        throw UnwritableValue(
          description: "\(text) has more digits than such stores keep of a decimal number, some 15")
      }
      return (columnName, .real(number))
    case (.binaryData, .blob(let data)), (.transformable, .blob(let data)):
      return (columnName, .blob(marked(data)))
    case (.binaryData, .text(let text)) where isJSON:
      return (columnName, .blob(marked(Data(text.utf8))))
    case (.transformable, .text(let text)) where isJSON:
      // SwiftData stores an array's JSON in this form.
      do {
        return (columnName, .blob(marked(try ArchivedValue.data(Data(text.utf8)).keyedArchive())))
      } catch {
        throw UnwritableValue(description: "\(error)")
      }
    default: throw refused()
    }
  }

  /// Prefixes data that might be in an external file with a byte that says that it isn't.
  private func marked(_ data: Data) -> Data {
    attribute.allowsExternalBinaryDataStorage ? Data([1]) + data : data
  }
}

extension [Assignment] {
  /// Replaces the assignment to the same column, or appends it.
  mutating func set(_ assignment: Assignment) {
    if let index = firstIndex(where: { $0.column == assignment.column }) {
      self[index] = assignment
    } else {
      append(assignment)
    }
  }
}
