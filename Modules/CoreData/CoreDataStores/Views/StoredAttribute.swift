import StrataDescriptions
import StrataSQLite
import StrataSchema

/// An attribute with its columns in a Core Data store.
struct StoredAttribute {
  let root: AttributeColumns
  /// The sources of our columns, by the name of the part, if a shape describes the composite.
  private var parts: [String: AttributeColumns.Part] = [:]

  init(
    _ attribute: AttributeDescription, columns: [String], _ shape: CompositeShape?,
    checksValues: Bool
  ) {
    var columns = columns[...]
    root = AttributeColumns(attribute, &columns, isChecked: checksValues)
    if let shape, root.isComposite {
      parts = root.parts(of: shape, isOptional: attribute.isOptional)
    } else {
      for (part, leaf) in root.leaves { parts[part] = .value(leaf) }
    }
  }

  /// The SQL of one of our columns, or nil if it can't be computed from the stored ones.
  func expression(for column: ColumnDescription) -> String? {
    if case .json? = column.meaning, column.part.isEmpty, let json = root.json { return json }
    if let part = parts[column.part] { return part.expression(for: column) }
    // SwiftData stores an enum with a raw value as a composite with one element.
    guard column.part.isEmpty, root.leaves.count == 1 else { return nil }
    return root.leaves[0].value.expression(for: column)
  }
}
