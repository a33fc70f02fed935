package import StrataSQLite
public import StrataSchema

extension EntityTable {
  /// The SQL that makes the table and its indexes: names and types that a stranger can read.
  public var definition: [String] {
    ([creation()] + indexes.map(\.sql) + comments).map(\.sql)
  }

  /// The COMMENT statements for a server's columns, rules and indexes. A file has comments in its tables' SQL.
  ///
  /// A server keeps rules and conditions in words of its own. A migration compares the comments.
  package var comments: [SQL] {
    guard dialect == .postgreSQL else { return [] }
    let own: [(SQL, String)] = isShared ? [(.entity, "the object's class")] : []
    let others = allColumns.compactMap { column, _ in
      column.description.meaning.map { ("\(column)" as SQL, $0.comment) }
    }
    return (own + others).map { "COMMENT ON COLUMN \(self).\($0) IS \(literal: $1)" }
      + rules.map {
        "COMMENT ON CONSTRAINT \(name: $0.name) ON \(self) IS \(literal: $0.sql.sql)"
      }
      + indexes.filter { $0.condition != nil }.map {
        "COMMENT ON INDEX \(name: $0.name) IS \(literal: $0.sql.sql)"
      }
  }

  /// The rules for properties' values, with their names.
  package var rules: [(name: String, sql: SQL)] {
    members.flatMap { member in
      member.ownProperties.compactMap { index in
        check(of: index, of: member).map {
          (checkName(member.entity.properties[index].name, of: member), $0)
        }
      }
    }
  }

  /// The SQL that makes the table.
  ///
  /// - Parameters:
  ///   - other: Another name, or nil for the table's own.
  ///   - defaults: The SQL of the defaults that columns of a table that it replaces have, by their names in this one.
  ///   - kept: The definitions of columns that the schema doesn't know.
  package func creation(
    as other: String? = nil, defaults: [String: String] = [:], keeping kept: [String] = []
  ) -> SQL {
    var lines: [(sql: SQL, comment: String?)] = [("\(.key) \(dialect.keyType)", nil)]
    if isShared { lines.append((entityDefinition, "the object's class")) }
    for (column, member) in columnsInFile {
      let comment = column.description.meaning.map { Self.singleLine($0.comment) }
      let stored = defaults[column.name]
      lines.append((definition(of: column, of: member, keepingDefault: stored), comment))
    }
    lines += kept.map { (SQL($0), "not in the models") }
    lines += rules.map { ($0.sql, nil) }
    let body = lines.enumerated().map { index, line -> SQL in
      let comment: SQL = dialect == .sqlite ? line.comment.map { " -- \(SQL($0))" } ?? "" : ""
      return "  \(line.sql)\(index + 1 < lines.count ? "," : "")\(comment)"
    }
    return "CREATE TABLE \(name: other ?? name) (\n\(body.joined("\n"))\n)\(dialect.tableEnd)"
  }

  /// All columns in the order in which a new table has them.
  ///
  /// In a file, values in external storage come last. SQLite reads a row's pages in their order, and would go through
  /// a large value to reach the columns behind it (sqlite.org/fileformat2.html#ovflpgs). A server keeps large values
  /// apart by itself.
  private var columnsInFile: [(column: Column, member: Member)] {
    guard dialect == .sqlite else { return allColumns }
    func isExternal(_ column: Column, _ member: Member) -> Bool {
      guard case .attribute(let attribute) = member.entity.properties[column.property] else {
        return false
      }
      return attribute.options.contains(.externalStorage)
    }
    return allColumns.filter { !isExternal($0, $1) } + allColumns.filter { isExternal($0, $1) }
  }

  /// The definition of the column with the entity of each row.
  package var entityDefinition: SQL { "\(.entity) \(dialect.type(.text)) NOT NULL" }

  // A line end ends a comment, and NUL the statement.
  private static func singleLine(_ comment: String) -> String {
    String(
      String.UnicodeScalarView(
        comment.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// The rule for a property's values, or nil if there is none. Its name tells an error's property. Only rows of the
  /// subentities that have the property need its values; they are NULL in all others.
  package func check(of property: PropertyIndex, of member: Member) -> SQL? {
    guard case .attribute(let attribute) = member.entity.properties[property] else { return nil }
    var rules: [SQL] = []
    if member.kinds != nil {
      rules = attribute.columns.filter { !$0.isOptional }.map {
        "\(name: $0.name(of: attribute.name)) IS NOT NULL"
      }
    }
    if dialect.checks(attribute), let check = attribute.check.map({ SQL($0) }) {
      rules.append(rules.isEmpty ? check : "(\(check))")
    }
    for column in attribute.columns where column.meaning == .json {
      let name: SQL = "\(name: column.name(of: attribute.name))"
      // NULL meets any rule.
      if let rule = dialect.rule(ofJSON: name) { rules.append(rule) }
    }
    guard !rules.isEmpty else { return nil }
    var rule = rules.joined(" AND ")
    if let kinds = member.kinds { rule = "\(Self.isNone(of: kinds)) OR (\(rule))" }
    return "CONSTRAINT \(name: checkName(attribute.name, of: member)) CHECK (\(rule))"
  }

  /// The name of the rule for a property's values.
  package func checkName(_ property: String, of member: Member) -> String {
    dialect.identifier("\(member.entity.name).\(property)")
  }

  /// The condition that a row is of none of some entities.
  package static func isNone(of kinds: [String]) -> SQL { "\(.entity) NOT IN (\(literals: kinds))" }

  /// The beginning of the condition that a row is of one of some entities.
  package static var isOneOf: SQL { "\(.entity) IN (" }

  /// The definition of a column, with its type, its default and the table that it refers to.
  ///
  /// - Parameter stored: The SQL of the default that the store's column has. Programs that add a row rely on it.
  package func definition(
    of column: Column, of member: Member, keepingDefault stored: String? = nil
  ) -> SQL {
    var sql: SQL = "\(column) \(dialect.type(column.description))"
    if member.requires(column) { sql += " NOT NULL" }
    if let value = columnDefault(of: column, of: member) {
      sql += " DEFAULT \(dialect.sql(value, for: column.description))"
    } else if let stored {
      sql += " DEFAULT (\(SQL(stored)))"
    }
    if let table = column.references { sql += dialect.reference(to: table) }
    return sql
  }

  /// An index of the table.
  package struct Index: Sendable {
    package let name: String
    package let sql: SQL
    /// The properties whose values are unique together, and their entity, or nil for an index that isn't unique.
    package var unique: (entity: String, group: [String])?
    /// The columns.
    package let columns: SQL
    /// The condition for the rows that are in it, or nil for all rows.
    package let condition: SQL?
  }

  /// The indexes: of the entity, of to-one relationships, of unique groups, of the groups asked for.
  package var indexes: [Index] {
    var result: [Index] = []
    if isShared { result.append(index("strata_\(name)_entity", of: [Self.entityColumn])) }
    for member in members {
      for column in member.columns where column.references != nil {
        let link = "strata_\(name)_\(column.name)"
        result.append(index(link, of: [column.name], where: condition([column.name], of: member)))
      }
      for (isUnique, groups) in [(true, member.uniqueGroups), (false, member.entity.ownIndices)] {
        for group in groups {
          if let index = index(of: group, isUnique: isUnique, in: member) { result.append(index) }
        }
      }
    }
    return result
  }

  private func index(
    of group: [String], isUnique: Bool, in member: Member
  ) -> Index? {
    let names = group.flatMap { member.entity.columnNames(at: $0) }
    guard !names.isEmpty else { return nil }
    let prefix = member.kinds == nil ? "" : member.entity.name + "_"
    var name = "strata_\(name)_\(prefix)\(group.joined(separator: ","))"
    name += isUnique ? "_unique" : "_index"
    var condition = condition(names, of: member)
    // What is inherited is unique among the heirs alone.
    if isUnique, let kinds = member.kinds, !names.contains(where: member.adds) {
      condition = "\(Self.isOneOf)\(literals: kinds))"
      name += "_" + kinds.joined(separator: ",")
    }
    var made = index(name, of: names, isUnique: isUnique, where: condition)
    if isUnique { made.unique = (member.entity.name, group) }
    return made
  }

  // A column of a subentity is empty in all other rows, which need not stand in its index.
  private func condition(_ names: [String], of member: Member) -> SQL? {
    guard member.kinds != nil, names.count == 1, member.adds(names[0]) else { return nil }
    return "\(names: names) IS NOT NULL"
  }

  private func index(
    _ index: String, of columns: [String], isUnique: Bool = false, where condition: SQL? = nil
  ) -> Index {
    let index = dialect.identifier(index)
    let list: SQL = "\(names: columns)"
    var sql: SQL = "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name: index) "
    sql += "ON \(self) (\(list))"
    if let condition { sql += " WHERE \(condition)" }
    return Index(name: index, sql: sql, columns: list, condition: condition)
  }
}

extension EntityTable.Member {
  package var inheritedCount: Int { entity.inheritedProperties.count }
  /// The properties that the class declares itself.
  package var ownProperties: [PropertyIndex] {
    entity.properties.indices.dropFirst(inheritedCount).map { PropertyIndex($0) }
  }

  /// Returns true if no row may lack a value. A subentity's columns are empty in the rows of
  /// others.
  package func requires(_ column: EntityTable.Column) -> Bool {
    kinds == nil && !column.description.isOptional
  }

  /// Returns true if the entity itself brings a column into the table.
  package func adds(_ column: String) -> Bool { columns.contains { $0.name == column } }

  /// The groups of properties that are unique together, single ones included.
  package var uniqueGroups: [[String]] {
    entity.ownProperties.compactMap { property in
      if case .attribute(let attribute) = property, attribute.isUnique {
        [attribute.name]
      } else {
        nil
      }
    } + entity.ownUniquenessConstraints
  }
}

/// The rule that a column has keys of a table, on a server.
package struct TableReference {
  package let name: String
  package let table: String
  package let column: String
  /// The statement that adds it.
  package let sql: SQL
}

extension Schema {
  /// The SQL of all tables, link tables and indexes of the schema, in a file.
  public var definition: [String] { definition(in: .sqlite) }

  /// The SQL of all tables, link tables and indexes of the schema, and of what queries need beside them.
  package func definition(in dialect: SQLDialect) -> [String] {
    tableDefinition(in: dialect)
      + searchTables(in: dialect).flatMap { $0.definition.map(\.sql) }
      + (dialect == .postgreSQL ? [SQLDialect.serverFunctions] : [])
  }

  /// The SQL of all tables, link tables and indexes of the schema, without search indexes.
  package func tableDefinition(in dialect: SQLDialect) -> [String] {
    let roots = entities.filter { $0.superentity == nil }
    return roots.flatMap { EntityTable($0, in: self, dialect: dialect).definition }
      + linkTables.flatMap { $0.definition(in: dialect) }
  }

  /// The statements that let links refer to rows, which are there when all tables are made. None in SQLite, whose
  /// tables say it themselves.
  package func references(in dialect: SQLDialect) -> [TableReference] {
    guard dialect == .postgreSQL else { return [] }
    func reference(of column: String, in table: String, to target: String) -> TableReference {
      let name = dialect.identifier("strata_\(table)_\(column)_link")
      return TableReference(
        name: name, table: table, column: column,
        sql: """
          ALTER TABLE \(name: table) ADD CONSTRAINT \(name: name)
          FOREIGN KEY (\(name: column)) REFERENCES \(name: target) (\(.key))
          DEFERRABLE INITIALLY DEFERRED
          """)
    }
    let roots = entities.filter { $0.superentity == nil }
    return roots.flatMap { root in
      let table = EntityTable(root, in: self, dialect: dialect)
      return table.allColumns.compactMap { column, _ in
        column.references.flatMap { target in
          table.positions.contains { $0.name == column.name }
            ? nil : reference(of: column.name, in: table.name, to: target)
        }
      }
    }
      + linkTables.flatMap {
        [
          reference(of: $0.ownerColumn, in: $0.name, to: $0.ownerTable),
          reference(of: $0.memberColumn, in: $0.name, to: $0.memberTable),
        ]
      }
  }

  /// The link tables of the schema's relationships, each once.
  public var linkTables: [LinkTable] {
    var seen: Set<LinkTable> = []
    return entities.flatMap { entity in
      entity.relationships.filter(\.usesLinkTable).compactMap { relationship in
        let table = LinkTable.make(for: relationship, of: entity.name, in: self).table
        return seen.insert(table).inserted ? table : nil
      }
    }
  }
}
