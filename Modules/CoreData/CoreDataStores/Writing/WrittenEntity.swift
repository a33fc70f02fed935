import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// An entity of a schema with its table in a Core Data store.
struct WrittenEntity {
  let entity: Schema.Entity
  /// The entity's table in the working copy.
  let table: EntityTable
  /// The entity in the store's model.
  let described: EntityDescription
  /// The entity's number in the column `Z_ENT`.
  let number: Int64
  /// The entity's table in the store.
  let storeTable: String
  private(set) var attributes: [WrittenAttribute] = []
  private(set) var links: [WrittenLink] = []
  /// The default values of columns that the schema leaves out.
  private(set) var initialAssignments: [Assignment] = []
  /// The required properties without a default value that the schema leaves out, so that objects
  /// can't be inserted.
  private(set) var missing: [String] = []
  /// All to-one relationships of the model's entity, including those that the schema leaves out.
  private(set) var storedLinks: [StoredLink] = []
  /// All columns whose data may be in external files.
  private(set) var externalColumns: [String] = []
  /// Relationships that the schema leaves out and whose links prevent deleting an object.
  private(set) var omittedLinks: [OmittedLink] = []

  /// A to-one relationship of the model.
  struct StoredLink {
    let column: String
    /// The destination's table, and the to-many inverse there.
    let destinationTable: String
    let inverse: String?
  }

  /// - Parameter full: The schema of the whole model, for default values.
  init(
    _ entity: Schema.Entity, _ described: EntityDescription, _ table: EntityTable,
    _ names: StoreNames, full: Schema
  ) throws {
    self.entity = entity
    self.described = described
    self.table = table
    number = try names.number(of: described)
    guard let storeTable = names.tableNames[described.name] else {
      throw names.mismatch("it has no table for the entity \(described.name)")
    }
    self.storeTable = storeTable
    let known = Set(entity.properties.map(\.name))
    for index in entity.properties.indices {
      switch entity.properties[index] {
      case .attribute(let attribute):
        if let one = try attribute.written(table, PropertyIndex(index), described, names) {
          attributes.append(one)
        }
      case .relationship(let one) where one.isToOne:
        links.append(try WrittenLink(one, table, PropertyIndex(index), described, names))
      case .relationship: break
      }
    }
    for one in [described] + names.model.superentities(of: described) {
      for property in one.properties {
        switch property {
        case .attribute(let attribute) where !attribute.isTransient:
          if attribute.allowsExternalBinaryDataStorage || attribute.type == .composite {
            externalColumns += names.externalColumns(of: attribute, described)
          }
          guard !known.contains(attribute.name), !attribute.isDerived else { continue }
          try addInitial(attribute, names, full)
        case .relationship(let relationship) where !relationship.isTransient:
          addStoredLink(relationship, names)
          if !known.contains(relationship.name) {
            if !relationship.isToMany, !relationship.isOptional {
              missing.append(relationship.name)
            }
            if let link = try names.omittedLink(relationship, one) { add(link) }
          }
        default: break
        }
      }
    }
  }

  mutating func add(_ omitted: OmittedLink) { omittedLinks.append(omitted) }

  private mutating func addInitial(
    _ attribute: AttributeDescription, _ names: StoreNames, _ full: Schema
  ) throws {
    guard let schemaEntity = full.entitiesByName[described.name],
      let index = schemaEntity.properties.indices.first(where: {
        schemaEntity.properties[$0].name == attribute.name
      }),
      case .attribute(let own) = schemaEntity.properties[index]
    else { return }
    guard let values = own.defaultColumns else {
      if !attribute.isOptional, attribute.type != .composite { missing.append(attribute.name) }
      return
    }
    let stored = names.columnNames(of: attribute.name, described) ?? []
    let written = WrittenAttribute(own, attribute, stored: stored, places: 0..<own.columns.count)
    do {
      initialAssignments += try written.assignments(of: values)
    } catch {
      throw names.mismatch("the default of \(described.name).\(attribute.name): \(error)")
    }
  }

  private mutating func addStoredLink(
    _ relationship: RelationshipDescription, _ names: StoreNames
  ) {
    guard !relationship.isToMany,
      let column = names.columnNames(of: relationship.name, described)?.first,
      let table = names.tableNames[relationship.destinationEntityName ?? ""]
    else { return }
    let inverse = names.inverse(of: relationship)
    storedLinks.append(
      StoredLink(
        column: column, destinationTable: table,
        inverse: inverse?.isToMany ?? false ? inverse?.name : nil))
  }
}

extension Schema.Attribute {
  /// Describes the attribute for writing, or returns nil if it has no columns.
  fileprivate func written(
    _ table: EntityTable, _ index: PropertyIndex, _ described: EntityDescription,
    _ names: StoreNames
  ) throws -> WrittenAttribute? {
    guard !columns.isEmpty else { return nil }
    let places = table.storedColumns.indices.filter {
      $0 < table.columns.count && table.storedColumns[$0].property == index
    }
    guard case .attribute(let own)? = names.model.property(named: name, of: described),
      let stored = names.columnNames(of: name, described), let first = places.first
    else { throw names.mismatch("it has no attribute \(described.name).\(name)") }
    return WrittenAttribute(self, own, stored: stored, places: first..<first + places.count)
  }
}

extension StoreNames {
  /// The columns of an attribute whose data may be in external files.
  func externalColumns(
    of attribute: AttributeDescription, _ entity: EntityDescription
  ) -> [String] {
    let stored = columnNames(of: attribute.name, entity) ?? []
    return StoredAttribute(attribute, columns: stored, nil, checksValues: false).root.leaves
      .filter(\.value.attribute.allowsExternalBinaryDataStorage).map(\.value.columnName)
  }
}
