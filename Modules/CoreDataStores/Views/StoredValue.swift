import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema

/// A value of a model, with the columns that keep it: one, or those of what it consists of.
struct StoredValue {
  let attribute: AttributeDescription
  /// The column, as SQL; empty for a composite.
  let column: String
  let elements: [StoredValue]

  /// - Parameter columns: The columns of all values from this one on.
  init(_ attribute: AttributeDescription, _ columns: inout ArraySlice<String>) {
    self.attribute = attribute
    if attribute.type == .composite {
      column = ""
      var elements: [StoredValue] = []
      for element in attribute.elements { elements.append(StoredValue(element, &columns)) }
      self.elements = elements
    } else {
      column = quoted(columns.popFirst() ?? "")
      elements = []
    }
  }

  var isComposite: Bool { attribute.type == .composite }

  /// The values that this one ends in, each with the name of its part.
  var leaves: [(part: String, value: StoredValue)] {
    guard isComposite else { return [("", self)] }
    return elements.flatMap { element in
      element.leaves.map { (ColumnDescription.path(element.attribute.name, $0.part), $0.value) }
    }
  }

  func element(_ name: String) -> StoredValue? { elements.first { $0.attribute.name == name } }

  /// Whether there is a value, as SQL: nothing says so but its parts.
  var isThere: String {
    leaves.isEmpty
      ? "0" : "(" + leaves.map { "\($0.value.column) IS NOT NULL" }.joined(separator: " OR ") + ")"
  }

  /// What a column of ours is made of, as SQL; nil where it can't be.
  func expression(for ours: ColumnDescription) -> String? {
    switch (attribute.type, ours.storageClass, ours.meaning) {
    case (.integer16, .integer, _), (.integer32, .integer, _), (.integer64, .integer, _): column
    case (.boolean, .integer, _): "(\(column) <> 0)"
    case (.double, .real, _), (.float, .real, _), (.date, .real, _): column
    case (.string, .text, _), (.uri, .text, _): column
    case (.decimal, .text, .decimal): "\(StoreFunctions.decimal)(\(column))"
    case (.uuid, .blob, _): column
    case (.binaryData, .blob, _), (.transformable, .blob, _): data
    case (.transformable, .text, .json): "\(StoreFunctions.archived)(\(data))"
    case (.binaryData, .text, .json): "CAST(\(data) AS TEXT)"
    default: nil
    }
  }

  /// The bytes, which may be in a file of their own.
  var data: String {
    attribute.allowsExternalBinaryDataStorage ? "\(StoreFunctions.data)(\(column))" : column
  }
}
