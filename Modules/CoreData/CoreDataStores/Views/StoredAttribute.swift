import StrataDescriptions
import StrataSQLite
import StrataSchema

/// An attribute with the columns that a Core Data store keeps its value in.
struct StoredAttribute {
  let root: StoredValue
  /// What each of our columns is made of, by the name of its part, where a shape says how the value is
  /// put together.
  private var parts: [String: StoredValue.Part] = [:]

  init(
    _ attribute: AttributeDescription, columns: [String], _ shape: CompositeShape?,
    checksValues: Bool
  ) {
    var columns = columns[...]
    root = StoredValue(attribute, &columns, isChecked: checksValues)
    if let shape, root.isComposite {
      parts = root.parts(of: shape, isOptional: attribute.isOptional)
    } else {
      for (part, leaf) in root.leaves { parts[part] = .value(leaf) }
    }
  }

  /// What a column of ours is made of, as SQL; nil where it can't be.
  func expression(for column: ColumnDescription) -> String? {
    if case .json? = column.meaning, column.part.isEmpty, let json = root.json { return json }
    if let part = parts[column.part] { return part.expression(for: column) }
    // An enum with a raw value is a composite of one value there.
    guard column.part.isEmpty, root.leaves.count == 1 else { return nil }
    return root.leaves[0].value.expression(for: column)
  }
}
