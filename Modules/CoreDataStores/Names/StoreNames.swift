internal import Foundation
import StrataDescriptions
import StrataSchema

/// Where a Core Data store keeps each property of a model.
///
/// Core Data derives the names of tables and columns from those of entities and properties, numbered
/// where several are alike. The rules were found by comparing stores with their models, and every name
/// that they give is looked up in the file.
struct StoreNames {
  let model: ManagedObjectModel
  let tables: StoreTables
  private let entities: [String: EntityDescription]
  /// The tables of entities.
  private(set) var tableNames: [String: String] = [:]
  /// The columns of attributes' values and of to-one relationships, by entity and property.
  private var columns: [Place: [String]] = [:]

  private struct Place: Hashable {
    let entity: String
    let property: String
  }

  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` where the file lacks what the model says.
  init(_ model: ManagedObjectModel, in tables: StoreTables) throws {
    self.model = model
    self.tables = tables
    entities = model.entitiesByName
    for entity in model.entities where entity.superentityName == nil {
      let table = try tableName(of: entity)
      let family = hierarchy(from: entity)
      for one in family { tableNames[one.name] = table }
      try nameColumns(of: family, in: table)
    }
  }

  func mismatch(_ reason: String) -> CoreDataStoreError {
    .mismatch(path: tables.path, reason: reason)
  }

  /// The number of an entity.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)``.
  func number(of entity: EntityDescription) throws -> Int64 {
    let names = [entity.name, entity.formerName].compactMap(\.self)
    guard let number = names.lazy.compactMap({ tables.numbers[$0] }).first else {
      throw mismatch("it has no entity \(entity.name)")
    }
    return number
  }

  /// The number of an entity, by name.
  func number(of entity: String) throws -> Int64 {
    guard let found = entities[entity] else { throw mismatch("it has no entity \(entity)") }
    return try number(of: found)
  }

  /// An entity and all that inherit from it, in order of their numbers.
  func hierarchy(from entity: EntityDescription) -> [EntityDescription] {
    var family: [EntityDescription] = [entity]
    var next = 0
    var seen: Set<String> = [entity.name]
    while next < family.count {
      family += model.subentities(of: family[next]).filter { seen.insert($0.name).inserted }
      next += 1
    }
    // One without a number has no rows; it is told when it is asked for.
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

  /// The first of equal names in a table stands as it is, and the further ones are numbered from 1.
  private mutating func nameColumns(of family: [EntityDescription], in table: String) throws {
    var counts: [String: Int] = [:]
    for entity in family {
      for property in entity.properties.sorted(by: { $0.name < $1.name }) {
        var names: [String] = []
        for leaf in Self.columnNames(of: property) {
          let name = "Z" + leaf.uppercased()
          let count = counts[name, default: 0]
          counts[name] = count + 1
          names.append(count == 0 ? name : "\(name)\(count)")
        }
        guard !names.isEmpty else { continue }
        for name in names where tables.column(name, of: table) == nil {
          throw mismatch(
            "its table \(table) has no column \(name) for \(entity.name).\(property.name)")
        }
        columns[Place(entity: entity.name, property: property.name)] = names
      }
    }
  }

  /// The names that the columns of a property are made of: its own, or those of a composite's leaves.
  private static func columnNames(of property: PropertyDescription) -> [String] {
    switch property {
    case .attribute(let attribute) where !attribute.isTransient: attribute.leafNames
    case .relationship(let one) where !one.isTransient && !one.isToMany: [one.name]
    default: []
    }
  }

  /// The columns of a property, declared by an entity or by one that it inherits from.
  func columnNames(of property: String, _ entity: EntityDescription) -> [String]? {
    for one in [entity] + model.superentities(of: entity) {
      if let names = columns[Place(entity: one.name, property: property)] { return names }
    }
    return nil
  }
}

extension AttributeDescription {
  /// The names of the values that a composite ends in, or the attribute's own.
  fileprivate var leafNames: [String] {
    type == .composite ? elements.flatMap(\.leafNames) : [name]
  }
}
