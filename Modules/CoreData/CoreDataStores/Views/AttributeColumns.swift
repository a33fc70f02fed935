import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema

/// A value of a model with its column, or the values that a composite consists of.
struct AttributeColumns {
  let attribute: AttributeDescription
  /// The column's name. Empty for a composite.
  let columnName: String
  /// The SQL of the column. Empty for a composite.
  let column: String
  let elements: [AttributeColumns]
  /// True if reading a value of the wrong type fails.
  private let isChecked: Bool

  /// - Parameter columns: The remaining columns. The initializer removes those that it uses.
  init(_ attribute: AttributeDescription, _ columns: inout ArraySlice<String>, isChecked: Bool) {
    self.attribute = attribute
    self.isChecked = isChecked
    if attribute.type == .composite {
      (columnName, column) = ("", "")
      var elements: [AttributeColumns] = []
      for element in attribute.elements {
        elements.append(AttributeColumns(element, &columns, isChecked: isChecked))
      }
      self.elements = elements
    } else {
      columnName = columns.popFirst() ?? ""
      column = quoted(columnName)
      elements = []
    }
  }

  var isComposite: Bool { attribute.type == .composite }

  /// The values at the ends of the composite's tree, each with the name of its part.
  var leaves: [(part: String, value: AttributeColumns)] {
    guard isComposite else { return [("", self)] }
    return elements.flatMap { element in
      element.leaves.map { (ColumnDescription.path(element.attribute.name, $0.part), $0.value) }
    }
  }

  func element(_ name: String) -> AttributeColumns? { elements.first { $0.attribute.name == name } }

  /// The SQL condition that the value isn't nil, which is true if any part has a value.
  var isThere: String {
    leaves.isEmpty
      ? "0" : "(" + leaves.map { "\($0.value.column) IS NOT NULL" }.joined(separator: " OR ") + ")"
  }

  /// The SQL of one of our columns, or nil if it can't be computed from this value.
  func expression(for ours: ColumnDescription) -> String? {
    switch (attribute.type, ours.storageClass, ours.meaning) {
    // Unchecked, so that queries can use indexes. The reader finds values of the wrong type.
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
