import StrataDescriptions
import StrataSQLite
import StrataSchema

/// A property of an entity, and where an object has it.
///
/// What each access looks at is plain: a description has dozens of parts, and to copy one costs more than to
/// read a value.
final class PropertyPlace: Sendable {
  let name: String
  let index: PropertyIndex
  let kind: Kind
  /// How the columns of an attribute are read.
  let columns: [ColumnForm]
  /// The same as they are described.
  let columnDescriptions: [ColumnDescription]
  /// What an attribute is; of no type for a relationship.
  let attribute: AttributeDescription
  /// What a relationship is; nil for an attribute.
  let relationship: RelationshipDescription?

  enum Kind: Sendable {
    /// A value of some columns.
    case attribute(AttributeType, at: Int)
    /// A value that is never saved.
    case ephemeral
    /// A link or members that are never saved.
    case transientLink(isToMany: Bool, isOrdered: Bool)
    /// A link to an object.
    case toOne(at: Int)
    /// Members.
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
        // A store has no transient relationship: its schema takes one for a value of no type.
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

/// What the properties before one have taken.
struct PropertyCounting {
  var columns = 0
  var toOnes = 0
  var toManys = 0
  var initialValues: ContiguousArray<ColumnValue> = []
}
