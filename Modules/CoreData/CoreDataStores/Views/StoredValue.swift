import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema

/// A value of a model, with the columns that keep it: one, or those of what it consists of.
struct StoredValue {
  let attribute: AttributeDescription
  /// The column's name; empty for a composite.
  let columnName: String
  /// The column, as SQL; empty for a composite.
  let column: String
  let elements: [StoredValue]
  /// Whether reading a value fails that isn't of its type.
  private let isChecked: Bool

  /// - Parameter columns: The columns of all values from this one on.
  init(_ attribute: AttributeDescription, _ columns: inout ArraySlice<String>, isChecked: Bool) {
    self.attribute = attribute
    self.isChecked = isChecked
    if attribute.type == .composite {
      (columnName, column) = ("", "")
      var elements: [StoredValue] = []
      for element in attribute.elements {
        elements.append(StoredValue(element, &columns, isChecked: isChecked))
      }
      self.elements = elements
    } else {
      columnName = columns.popFirst() ?? ""
      column = quoted(columnName)
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
    // Whoever takes these tells which are of another type; as they are, indexes serve.
    case (.integer16, .integer, _), (.integer32, .integer, _), (.integer64, .integer, _),
      (.double, .real, _), (.float, .real, _), (.date, .real, _),
      (.string, .text, _), (.uri, .text, _), (.uuid, .blob, _):
      isChecked ? checked : column
    case (.boolean, .integer, _), (.decimal, .text, .decimal), (.binaryData, .blob, _),
      (.transformable, .blob, _):
      checked
    case (.transformable, .text, .json): "\(StoreFunctions.archived)(\(checked))"
    case (.binaryData, .text, .json): "\(StoreFunctions.text)(CAST(\(checked) AS TEXT))"
    default: nil
    }
  }
}
