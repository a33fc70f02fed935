import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// A to-one relationship of a schema and where a Core Data store keeps it.
struct WrittenLink {
  let name: String
  /// The place of the key in ``EntityTable/storedColumns``.
  let place: Int
  /// The place of the object's position among its owner's members there; nil where the schema has none.
  let positionPlace: Int?
  /// The store's column with the key.
  let column: String
  /// The store's column with the number of the entity that the key is of, where it has one.
  let entityColumn: String?
  /// The store's column with the position, where it has one.
  let orderColumn: String?
  /// The store's table of what it leads to.
  let destinationTable: String
  /// The relationship that leads back, where that is a to-many one.
  let inverse: String?
  let mustBeThere: Bool

  init(
    _ relationship: Schema.Relationship, _ table: EntityTable, _ index: PropertyIndex,
    _ described: EntityDescription, _ names: StoreNames
  ) throws {
    name = relationship.name
    let columns = table.storedColumns
    guard case .relationship(let own)? = names.model.property(named: name, of: described),
      let column = names.columnNames(of: name, described)?.first,
      let place = columns.indices.first(where: {
        $0 < table.columns.count && columns[$0].property == index
      }),
      let destinationTable = names.tableNames[own.destinationEntityName ?? ""]
    else { throw names.mismatch("it has no to-one relationship \(described.name).\(name)") }
    self.place = place
    positionPlace = columns.indices.first {
      $0 >= table.columns.count && columns[$0].property == index
    }
    self.column = column
    entityColumn = names.entityColumn(of: column, described)
    orderColumn = names.orderColumn(of: name, described)
    self.destinationTable = destinationTable
    let inverse = names.inverse(of: own)
    self.inverse = inverse?.isToMany ?? false ? inverse?.name : nil
    mustBeThere = !own.isOptional
  }
}

extension StoreNames {
  /// The column with the number of the entity that a to-one relationship leads to, where there is one:
  /// its name begins with the number that the destination had when the column was made.
  func entityColumn(of column: String, _ entity: EntityDescription) -> String? {
    guard let table = tableNames[entity.name] else { return nil }
    let name = "_" + column.uppercased().dropFirst()
    return tables.columns[table]?.first { one in
      let rest = one.uppercased().dropFirst().drop(while: \.isNumber)
      return one.uppercased().hasPrefix("Z") && rest == name && rest.count < one.count - 1
    }
  }
}
