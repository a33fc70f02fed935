internal import Foundation
import StrataDescriptions
import StrataSchema

/// The table and column names of a model's entities and properties in a Core Data store.
///
/// Core Data derives them from the names of entities and properties, and numbers equal ones. The
/// rules were found by comparing stores with their models. Every derived name is checked against
/// the file.
struct StoreNames {
  let model: ManagedObjectModel
  let tables: StoreTables
  private let entities: [String: EntityDescription]
  /// The table of each entity, by the entity's name.
  private(set) var tableNames: [String: String] = [:]
  /// The columns that the model describes, by table.
  private(set) var columnNames: [String: ColumnNames] = [:]
  /// The columns of attributes and to-one relationships, by entity and property.
  private var columns: [Place: [String]] = [:]

  private struct Place: Hashable {
    let entity: String
    let property: String
  }

  /// - Parameter isOwn: True if the model is embedded in the store, so that it can't lack any of
  ///   the store's properties.
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` if the file lacks something in the
  ///   model, or if it shows that the model belongs to another store.
  init(_ model: ManagedObjectModel, in tables: StoreTables, isOwn: Bool = false) throws {
    self.model = model
    self.tables = tables
    entities = model.entitiesByName
    try checkNumbers()
    for entity in model.entities where entity.superentityName == nil {
      let table = try tableName(of: entity)
      try tables.checkKeys(of: table)
      let family = hierarchy(from: entity)
      for one in family { tableNames[one.name] = table }
      try nameColumns(of: family, in: table)
      guard !isOwn, let all = tables.columns[table],
        let found = columnNames[table]?.shifted(in: all)
      else { continue }
      throw mismatch(
        "its table \(table) has a column \(found.column), so that it has one value \(found.name) more than "
          + "the model, and which is which can't be told; give the model that the store was last saved with"
      )
    }
    try nameOneWayLinks()
  }

  func mismatch(_ reason: String) -> CoreDataStoreError {
    .mismatch(path: tables.path, reason: reason)
  }

  /// Returns an entity's number.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)``.
  func number(of entity: EntityDescription) throws -> Int64 {
    let names = [entity.name, entity.formerName].compactMap(\.self)
    guard let number = names.lazy.compactMap({ tables.numbers[$0] }).first else {
      throw mismatch("it has no entity \(entity.name)")
    }
    return number
  }

  /// Returns the number of the entity with a name.
  func number(of entity: String) throws -> Int64 {
    guard let found = entities[entity] else { throw mismatch("it has no entity \(entity)") }
    return try number(of: found)
  }

  private func checkNumbers() throws {
    var names: [Int64: String] = [:]
    for entity in model.entities {
      guard let number = try? number(of: entity) else { continue }  // Told when it is asked for.
      if let other = names.updateValue(entity.name, forKey: number) {
        throw mismatch(
          "\(other) and \(entity.name) are one entity there, number \(number), by their renaming "
            + "identifiers; give the model that the store was last saved with")
      }
    }
  }

  /// An entity and all its subentities, sorted by their numbers.
  func hierarchy(from entity: EntityDescription) -> [EntityDescription] {
    var family: [EntityDescription] = [entity]
    var next = 0
    var seen: Set<String> = [entity.name]
    while next < family.count {
      family += model.subentities(of: family[next]).filter { seen.insert($0.name).inserted }
      next += 1
    }
    // An entity without a number has no rows. Code that needs its number throws the error.
    func order(_ entity: EntityDescription) -> Int64 { (try? number(of: entity)) ?? .max }
    return family.sorted { order($0) < order($1) }
  }

  private func tableName(of root: EntityDescription) throws -> String {
    let names = [root.name, root.formerName].compactMap(\.self)
    guard
      let name = names.lazy.map({ "Z" + $0.uppercased() }).first(where: {
        tables.columns[$0] != nil
      })
    else { throw mismatch("it has no table for the entity \(root.name)") }
    return name
  }

  private mutating func nameColumns(of family: [EntityDescription], in table: String) throws {
    var known = ColumnNames()
    for entity in family {
      for property in entity.properties.sorted(by: { $0.name < $1.name }) {
        let isLink = if case .relationship = property { true } else { false }
        let names = Self.columnNames(of: property).map { known.add($0, isLink: isLink) }
        guard !names.isEmpty else { continue }
        for name in names where tables.column(name, of: table) == nil {
          throw mismatch(
            "its table \(table) has no column \(name) for \(entity.name).\(property.name)")
        }
        columns[Place(entity: entity.name, property: property.name)] = names
      }
    }
    columnNames[table] = known
  }

  private mutating func nameOneWayLinks() throws {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.isToMany && relationship.inverseName == nil && !relationship.isTransient {
        guard let name = relationship.destinationEntityName, let table = tableNames[name],
          let number = try? number(of: entity)  // Told when it is asked for.
        else { continue }
        columnNames[table]?.add(other: "Z\(number)\(relationship.name)")
      }
    }
  }

  /// The base names of a property's columns: its own name, or those of a composite's leaves.
  private static func columnNames(of property: PropertyDescription) -> [String] {
    switch property {
    case .attribute(let attribute) where !attribute.isTransient: attribute.leafNames
    case .relationship(let one) where !one.isTransient && !one.isToMany: [one.name]
    default: []
    }
  }

  /// The columns of a property that an entity declares or inherits.
  func columnNames(of property: String, _ entity: EntityDescription) -> [String]? {
    for one in [entity] + model.superentities(of: entity) {
      if let names = columns[Place(entity: one.name, property: property)] { return names }
    }
    return nil
  }
}

extension StoreNames {
  /// True if a table contains the objects of the entity with a number.
  func isIn(_ table: String, _ number: Int64) -> Bool {
    // An entity without a number has no objects.
    model.entities.contains { tableNames[$0.name] == table && (try? self.number(of: $0)) == number }
  }

  /// The columns that only some objects of a table have, each with its entity and the numbers of
  /// all entities that have it.
  func partialColumns(
    of table: String
  ) throws -> [(column: String, entity: String, numbers: [Int64])] {
    var found: [(column: String, entity: String, numbers: [Int64])] = []
    for entity in model.entities
    where entity.superentityName != nil && tableNames[entity.name] == table {
      let numbers = try hierarchy(from: entity).map { try number(of: $0) }
      for property in entity.properties {
        for column in columnNames(of: property.name, entity) ?? [] {
          found.append((column, entity.name, numbers))
        }
      }
    }
    return found
  }
}

extension AttributeDescription {
  /// The names of a composite's leaves, or the attribute's own name.
  fileprivate var leafNames: [String] {
    type == .composite ? elements.flatMap(\.leafNames) : [name]
  }
}
