import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// A to-one relationship of a schema with its columns in a Core Data store.
struct WrittenLink {
  let name: String
  /// The index of the key in ``EntityTable/storedColumns``.
  let place: Int
  /// The index of the object's position among its owner's members, or nil if the schema has no such
  /// column.
  let positionPlace: Int?
  /// The store's column with the key.
  let column: String
  /// The store's column with the destination's entity number, or nil if there is none.
  let entityColumn: String?
  /// The store's column with the position, or nil if there is none.
  let orderColumn: String?
  /// The destination's table in the store.
  let destinationTable: String
  /// The to-many inverse, or nil if there is none.
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
  /// The column with the entity number of a to-one relationship's destination, or nil if there is
  /// none.
  ///
  /// Its name begins with the number that the destination's entity had when the column was created.
  func entityColumn(of column: String, _ entity: EntityDescription) -> String? {
    guard let table = tableNames[entity.name] else { return nil }
    let name = "_" + column.uppercased().dropFirst()
    return tables.columns[table]?.first { one in
      let rest = one.uppercased().dropFirst().drop(while: \.isNumber)
      return one.uppercased().hasPrefix("Z") && rest == name && rest.count < one.count - 1
    }
  }
}
