import StrataDescriptions
import StrataSQLite
import StrataSchema

/// The layout of a property in its entity's objects.
///
/// The parts that each access needs are stored here directly: copying the whole description would
/// cost more than reading a value.
final class PropertyPlace: Sendable {
  let name: String
  let index: PropertyIndex
  let kind: Kind
  /// The forms of the attribute's columns, for reading.
  let columns: [ColumnForm]
  /// The descriptions of the same columns.
  let columnDescriptions: [ColumnDescription]
  /// The attribute's description. For a relationship its type is `undefined`.
  let attribute: AttributeDescription
  /// The relationship's description, or nil for an attribute.
  let relationship: RelationshipDescription?

  /// True if the attribute's description has the columns of the store. An enum's cases share columns, which no
  /// description expresses: such a value is read and set by its columns alone.
  var isDescribed: Bool {
    attribute.type != .composite
      || attribute.columns.map(\.part) == columnDescriptions.map(\.part)
  }

  enum Kind: Sendable {
    /// An attribute stored in columns, from a column index on.
    case attribute(AttributeType, at: Int)
    /// An attribute that is never saved.
    case ephemeral
    /// A relationship that is never saved.
    case transientLink(isToMany: Bool, isOrdered: Bool)
    /// A to-one relationship, by the index of its slot.
    case toOne(at: Int)
    /// A to-many relationship, by the index of its slot.
    case toMany(at: Int, isOrdered: Bool)
  }

  init(
    _ property: Schema.Property, _ index: PropertyIndex, _ described: PropertyDescription?,
    _ counting: inout PropertyCounting
  ) {
    name = property.name
    self.index = index
    switch property {
    case .attribute(let attribute):
      if case .relationship(let link)? = described {
        // A transient relationship isn't stored: in the store's schema it is an attribute of type
        // `undefined`.
        self.attribute = AttributeDescription(name: link.name, type: .undefined)
        relationship = link
        (columns, columnDescriptions) = ([], [])
        kind = .transientLink(isToMany: link.isToMany, isOrdered: link.isOrdered)
        return
      }
      let description =
        if case .attribute(let one)? = described { one } else {
          AttributeDescription(name: attribute.name, type: .undefined)
        }
      self.attribute = description
      relationship = nil
      columnDescriptions = attribute.columns
      columns = attribute.columns.map { ColumnForm($0) }
      if attribute.columns.isEmpty {
        kind = .ephemeral
      } else {
        kind = .attribute(description.type, at: counting.columns)
        counting.columns += attribute.columns.count
        counting.initialValues +=
          attribute.defaultColumns ?? attribute.columns.map { _ in ColumnValue.null }
      }
    case .relationship(let relationship):
      attribute = AttributeDescription(name: relationship.name, type: .undefined)
      columnDescriptions = []
      columns = []
      let description =
        if case .relationship(let one)? = described { one } else {
          RelationshipDescription(name: relationship.name, destination: relationship.destination)
        }
      self.relationship = description
      if relationship.isToOne {
        kind = .toOne(at: counting.toOnes)
        counting.toOnes += 1
      } else {
        kind = .toMany(at: counting.toManys, isOrdered: description.isOrdered)
        counting.toManys += 1
      }
    }
  }
}

/// The numbers of columns and slots of the properties so far.
struct PropertyCounting {
  var columns = 0
  var toOnes = 0
  var toManys = 0
  var initialValues: ContiguousArray<ColumnValue> = []
}
