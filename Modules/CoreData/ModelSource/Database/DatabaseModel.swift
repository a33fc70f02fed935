package import StrataDescriptions
import StrataSchema

/// A model for the tables of an SQLite database, with notes about what it doesn't express.
///
/// Each table becomes an entity, each foreign key a relationship with an inverse, and a table that holds nothing but two
/// foreign keys a relationship of many to many. The places of notes are the names of tables and columns.
package struct DatabaseModel: Sendable {
  /// The model. Names of entities and properties are fit for Swift.
  package let model: ManagedObjectModel
  /// The notes, table by table.
  package let notes: [ModelNote]

  /// Makes the model of a database. O(number of tables × foreign keys).
  package init(_ database: DatabaseDescription) {
    var builder = DatabaseModelBuilder(database)
    model = builder.build()
    notes = builder.notes
  }
}

/// Builds a model of tables.
struct DatabaseModelBuilder {
  /// An entity while it is built.
  struct DraftEntity {
    let table: DatabaseTable
    let className: String
    var names = DatabaseNames()
    var properties: [PropertyDescription] = []
    /// The properties for columns.
    var propertyNames: [String: String] = [:]
    /// The columns that relationships of one to one replace: the store keeps those unique by itself.
    var singleLinks: Set<String> = []
  }

  private let database: DatabaseDescription
  /// The tables by their names in lower case, as SQLite compares them.
  private let tables: [String: DatabaseTable]
  private var entities: [DraftEntity] = []
  /// The positions of tables in ``entities``.
  private var positions: [String: Int] = [:]
  private(set) var notes: [ModelNote] = []

  init(_ database: DatabaseDescription) {
    self.database = database
    tables = Dictionary(
      database.tables.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func build() -> ManagedObjectModel {
    var classNames = DatabaseNames()
    let junctions = database.tables.filter(isJunction)
    for table in database.tables where !junctions.contains(table) {
      let wanted = DatabaseNames.className(table.name)
      let name = classNames.free(wanted)
      if name != wanted {
        note(.warning, table, nil, "another class is called \(wanted), so it is \(name)")
      }
      positions[table.name.lowercased()] = entities.count
      entities.append(DraftEntity(table: table, className: name))
    }
    for index in entities.indices { addColumns(index) }
    // Names of columns come first. Those of inverses aren't in the database, and may change.
    for index in entities.indices { addLinks(index) }
    for table in junctions { addJunction(table) }
    for part in database.otherParts { tell(of: part) }
    return ManagedObjectModel(entities: entities.indices.map { description($0) })
  }

  mutating func note(
    _ severity: ModelNote.Severity, _ table: DatabaseTable, _ column: String?, _ text: String
  ) {
    notes.append(ModelNote(severity, ModelPlace(entity: table.name, property: column), text))
  }

  private func table(_ name: String) -> DatabaseTable? { tables[name.lowercased()] }

  // MARK: Columns

  private mutating func addColumns(_ index: Int) {
    let table = entities[index].table
    if table.isWithoutRowID {
      note(.note, table, nil, "it is WITHOUT ROWID; the store gives its rows keys of their own")
    }
    if table.hasChecks {
      note(
        .warning, table, nil,
        "its CHECK constraints aren't taken over; conform the class to ValidatedModel")
    }
    if table.primaryKey.count > 1 {
      note(
        .warning, table, nil,
        "its primary key is of several columns, and becomes #Unique over "
          + table.primaryKey.joined(separator: ", "))
    }
    for column in table.columns {
      guard !column.isGenerated else {
        note(
          .warning, table, column.name,
          "the database generates it, and it is left out; write a computed property")
        continue
      }
      let link = table.foreignKeys.first { $0.columns == [column.name] && isTaken($0) }
      let wanted =
        link.map { DatabaseNames.relationshipName(column.name, to: $0.table) }
        ?? DatabaseNames.propertyName(column.name)
      let name = entities[index].names.free(wanted)
      tellOfName(name, wanted, column, table)
      entities[index].propertyNames[column.name] = name
      if let link {
        addLink(link, named: name, isOptional: !isRequired(column, table), index)
      } else {
        entities[index].properties.append(.attribute(attribute(column, named: name, table)))
      }
    }
  }

  private func isRequired(_ column: DatabaseColumn, _ table: DatabaseTable) -> Bool {
    column.isRequired || table.primaryKey.contains(column.name)
  }

  private mutating func tellOfName(
    _ name: String, _ wanted: String, _ column: DatabaseColumn, _ table: DatabaseTable
  ) {
    if name != wanted {
      note(
        .warning, table, column.name, "another property is called \(wanted), so it is \(name)")
    } else if SwiftWord.keywords.contains(name) {
      note(.note, table, column.name, "\(name) is a word of Swift, and in backticks")
    } else if name == "id" {
      note(
        .note, table, column.name,
        "it is the object's id, too; persistentModelID is the store's own key")
    } else if SwiftWord.takenProperties.contains(where: { name == "\($0)Value" }) {
      note(.warning, table, column.name, "each model has a property of that name, so it is \(name)")
    }
  }

  private mutating func attribute(
    _ column: DatabaseColumn, named name: String, _ table: DatabaseTable
  ) -> AttributeDescription {
    let type = DatabaseType(column)
    if let text = type.note { note(.warning, table, column.name, text) }
    var attribute = AttributeDescription(
      name: name, type: type.type, isOptional: !isRequired(column, table))
    if let sql = column.defaultSQL {
      let value = DatabaseDefault(sql)
      attribute.defaultValue = value.value.map { DatabaseDefault.value($0, for: type.type) }
      if !value.isLiteral {
        note(
          .warning, table, column.name,
          "the database computes the default \(sql); set it in the initializer")
      }
    }
    return attribute
  }

  // MARK: Foreign keys

  /// True if a foreign key leads to a table that becomes a class.
  private func isTaken(_ key: DatabaseForeignKey) -> Bool {
    positions[key.table.lowercased()] != nil
  }

  /// Adds the to-one relationship for a foreign key. Its inverse follows in ``addLinks(_:)``.
  private mutating func addLink(
    _ key: DatabaseForeignKey, named name: String, isOptional: Bool, _ index: Int
  ) {
    guard let target = positions[key.table.lowercased()] else { return }
    entities[index].properties.append(
      .relationship(
        RelationshipDescription(
          name: name, destination: entities[target].className, maxCount: 1, deleteRule: .nullify,
          isOptional: isOptional)))
  }

  private mutating func addLinks(_ index: Int) {
    let table = entities[index].table
    var replaced: Set<String> = []
    for key in table.foreignKeys {
      let columns = key.columns.joined(separator: ", ")
      guard isTaken(key), let target = self.table(key.table) else {
        note(
          .warning, table, key.columns.first,
          "its foreign key leads to \(key.table), which isn't a table here; the value stays as it is"
        )
        continue
      }
      if !key.targets.isEmpty, key.targets != target.primaryKey {
        note(
          .note, table, key.columns.first,
          "it refers to \(target.name) by \(key.targets.joined(separator: ", ")); the relationship leads to "
            + "the object itself")
      }
      let name: String
      if key.columns.count == 1 {
        guard replaced.insert(key.columns[0]).inserted,
          let own = entities[index].propertyNames[key.columns[0]]
        else {
          note(
            .warning, table, key.columns[0],
            "a second foreign key of the column, to \(key.table), is left out")
          continue
        }
        name = own
      } else {
        name = entities[index].names.free(DatabaseNames.propertyName(key.table))
        let required = table.columns.filter { key.columns.contains($0.name) }
          .allSatisfy { isRequired($0, table) }
        addLink(key, named: name, isOptional: !required, index)
        note(
          .warning, table, nil,
          "the foreign key of \(columns) to \(key.table) becomes \(name), and the columns are left beside it"
        )
      }
      addInverse(of: key, named: name, index)
    }
  }

  private mutating func addInverse(of key: DatabaseForeignKey, named name: String, _ index: Int) {
    guard let target = positions[key.table.lowercased()] else { return }
    let table = entities[index].table
    let isSingle = isUnique(key.columns, in: table)
    if isSingle, key.columns.count == 1 { entities[index].singleLinks.insert(key.columns[0]) }
    let isAlone = table.foreignKeys.count { $0.table.lowercased() == key.table.lowercased() } == 1
    let own = DatabaseNames.propertyName(table.name)
    var wanted = isSingle ? own : DatabaseNames.plural(own)
    if target == index {
      wanted = DatabaseNames.plural(name == "parent" ? name : "\(own)By\(capitalized(name))")
    } else if !isAlone {
      wanted += "By" + capitalized(name)
    }
    let isOptional = entities[index].properties.first { $0.name == name }?.isOptional ?? true
    let inverse = entities[target].names.free(wanted)
    entities[target].properties.append(
      .relationship(
        RelationshipDescription(
          name: inverse, destination: entities[index].className, inverse: name,
          maxCount: isSingle ? 1 : 0, deleteRule: rule(key, isOptional: isOptional, table),
          isOptional: isSingle)))
    setInverse(inverse, of: name, index)
  }

  private mutating func setInverse(_ inverse: String, of name: String, _ index: Int) {
    guard let position = entities[index].properties.firstIndex(where: { $0.name == name }),
      case .relationship(var relationship) = entities[index].properties[position]
    else { return }
    relationship.inverseName = inverse
    entities[index].properties[position] = .relationship(relationship)
  }

  /// The delete rule of the inverse, which says what a delete of the row does that the key refers to.
  private mutating func rule(
    _ key: DatabaseForeignKey, isOptional: Bool, _ table: DatabaseTable
  ) -> Schema.Relationship.DeleteRule {
    switch key.onDelete.uppercased() {
    case "CASCADE": return .cascade
    case "SET NULL" where isOptional: return .nullify
    case "SET NULL":
      note(
        .warning, table, key.columns.first,
        "ON DELETE SET NULL fails for a column that is NOT NULL, so the rule is deny")
      return .deny
    case "SET DEFAULT":
      note(
        .warning, table, key.columns.first,
        "ON DELETE SET DEFAULT has no delete rule of its own, so it is \(isOptional ? "nullify" : "deny")"
      )
      return isOptional ? .nullify : .deny
    default: return .deny
    }
  }

  private func isUnique(_ columns: [String], in table: DatabaseTable) -> Bool {
    table.primaryKey == columns
      || table.indexes.contains { $0.isUnique && !$0.isPartial && $0.columns == columns }
  }

  // MARK: Junction tables

  /// True if a table holds nothing but links: two foreign keys, and perhaps a key of its own.
  private func isJunction(_ table: DatabaseTable) -> Bool {
    let keys = table.foreignKeys
    guard keys.count == 2, keys.allSatisfy({ $0.columns.count == 1 }),
      keys[0].columns != keys[1].columns
    else { return false }
    let links = Set(keys.flatMap(\.columns))
    let others = table.columns.filter { !links.contains($0.name) }
    guard others.isEmpty || (others.count == 1 && table.primaryKey == [others[0].name]),
      // Otherwise one side has one object at most.
      !links.contains(where: { isUnique([$0], in: table) })
    else { return false }
    let isReferredTo = database.tables.contains { other in
      other.foreignKeys.contains { $0.table.lowercased() == table.name.lowercased() }
    }
    return !isReferredTo && keys.allSatisfy { self.table($0.table) != nil }
  }

  private mutating func addJunction(_ table: DatabaseTable) {
    let (first, second) = (table.foreignKeys[0], table.foreignKeys[1])
    guard let one = positions[first.table.lowercased()],
      let other = positions[second.table.lowercased()]
    else { return }
    func wanted(_ key: DatabaseForeignKey) -> String {
      DatabaseNames.plural(
        one == other
          ? DatabaseNames.relationshipName(key.columns[0], to: key.table)
          : DatabaseNames.propertyName(key.table))
    }
    // The objects that the second column leads to are those of the first one's object.
    let forward = entities[one].names.free(wanted(second))
    let back = entities[other].names.free(wanted(first))
    add(forward, to: other, of: one, inverse: back, first, table)
    add(back, to: one, of: other, inverse: forward, second, table)
    note(
      .note, table, nil,
      "it holds links alone, and becomes \(entities[one].className).\(forward) and "
        + "\(entities[other].className).\(back)")
    let names = first.columns + second.columns
    if !isUnique(names, in: table), !isUnique(names.reversed(), in: table) {
      note(.warning, table, nil, "it may hold a link twice, and a relationship can't")
    }
    if table.columns.count > 2 {
      note(.warning, table, table.primaryKey.first, "links have no key, so it is left out")
    }
  }

  private mutating func add(
    _ name: String, to target: Int, of owner: Int, inverse: String, _ key: DatabaseForeignKey,
    _ table: DatabaseTable
  ) {
    // A cascade deletes the links, which every rule does but deny.
    let rule = rule(key, isOptional: true, table)
    entities[owner].properties.append(
      .relationship(
        RelationshipDescription(
          name: name, destination: entities[target].className, inverse: inverse,
          deleteRule: rule == .cascade ? .nullify : rule, isOptional: false)))
  }

  // MARK: Constraints

  private mutating func description(_ index: Int) -> EntityDescription {
    let entity = entities[index]
    let table = entity.table
    var unique: [[String]] = []
    func append(_ columns: [String]) {
      let names = columns.compactMap { entity.propertyNames[$0] }
      guard names.count == columns.count, !names.isEmpty else { return }
      if columns.count == 1, entity.singleLinks.contains(columns[0]) { return }
      if !unique.contains(names) { unique.append(names) }
    }
    append(table.primaryKey)
    var indexes: [FetchIndexDescription] = []
    for one in table.indexes {
      if one.hasCollation {
        note(
          .warning, table, nil,
          "the index of \(one.columns.compactMap(\.self).joined(separator: ", ")) has a collation of its own; here "
            + "texts are compared letter by letter")
      }
      if one.isUnique, one.isPartial || one.columns.contains(nil) {
        note(
          .warning, table, nil,
          "the rule of the unique index \(one.name) is over \(one.isPartial ? "some rows" : "an expression"), "
            + "and left out")
        continue
      }
      let columns = one.columns.compactMap(\.self)
      if one.isUnique {
        append(columns)
        continue
      }
      // The store has an index for each relationship.
      let isOfLink =
        columns.count == 1
        && entity.properties.contains {
          if case .relationship = $0 { $0.name == entity.propertyNames[columns[0]] } else { false }
        }
      guard !isOfLink else { continue }
      indexes.append(
        FetchIndexDescription(
          name: one.name,
          elements: one.columns.map { column in
            column.map {
              FetchIndexElementDescription(property: entity.propertyNames[$0] ?? $0)
            } ?? FetchIndexElementDescription(.expression("", type: nil))
          }, partialIndexPredicate: one.isPartial ? "some of them" : nil))
    }
    return EntityDescription(
      name: entity.className, managedObjectClassName: entity.className,
      properties: entity.properties, uniquenessConstraints: unique, indexes: indexes)
  }

  private mutating func tell(of part: DatabaseDescription.OtherPart) {
    let (name, text) =
      switch part {
      case .view(let name): (name, "a view has no class; write a fetch for it")
      case .virtualTable(let name):
        (name, "a virtual table has no class, and is left out")
      case .trigger(let name, let table):
        (
          table,
          "the trigger \(name) is left out; do its work in willSave() or where you change objects"
        )
      }
    notes.append(ModelNote(.warning, ModelPlace(entity: name), text))
  }

  private func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
