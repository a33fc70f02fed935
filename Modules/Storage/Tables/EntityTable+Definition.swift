public import StrataSchema

extension EntityTable {
  /// The SQL that makes the table and its indexes: names and types that a stranger can read.
  public var definition: [String] { [createSQL] + indexes.map(\.sql) }

  var createSQL: String {
    var lines: [(sql: String, comment: String?)] = [("\(Self.key) INTEGER PRIMARY KEY", nil)]
    for column in columns + positions {
      let comment = column.description.meaning.map { Self.singleLine($0.comment) }
      lines.append((Self.sql(column, in: entity), comment))
    }
    for index in entity.properties.indices {
      if let check = checkSQL(of: index) { lines.append((check, nil)) }
    }
    let body = lines.enumerated().map { index, line in
      "  " + line.sql + (index + 1 < lines.count ? "," : "")
        + (line.comment.map { " -- " + $0 } ?? "")
    }
    return "CREATE TABLE \(quoted(name)) (\n" + body.joined(separator: "\n") + "\n) STRICT"
  }

  // A line end ends a comment, and NUL the statement.
  private static func singleLine(_ comment: String) -> String {
    String(
      String.UnicodeScalarView(
        comment.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// The rule of a property's value, named so that SQLite says whose rule was broken.
  func checkSQL(of property: Int) -> String? {
    guard case .attribute(let attribute) = entity.properties[property],
      let check = attribute.check
    else { return nil }
    return "CONSTRAINT \(quoted("\(name).\(attribute.name)")) CHECK (\(check))"
  }

  static func sql(_ column: Column, in entity: Schema.Entity) -> String {
    var sql = "\(quoted(column.name)) \(column.description.storageClass.rawValue)"
    if !column.description.isOptional { sql += " NOT NULL" }
    if case .relationship(let relationship) = entity.properties[column.property],
      column.name == relationship.name
    {
      sql += " REFERENCES \(quoted(relationship.destination))(\(Self.key))"
    }
    return sql
  }

  /// The indexes by name: of to-one relationships, of unique groups, of the groups asked for.
  var indexes: [(name: String, sql: String)] {
    var result: [(name: String, sql: String)] = []
    for case .relationship(let relationship) in entity.properties where relationship.isToOne {
      result.append(index("strata_\(name)_\(relationship.name)", of: [relationship.name]))
    }
    for (isUnique, groups) in [(true, uniqueGroups), (false, entity.indices)] {
      for group in groups {
        let names = group.flatMap { property in
          columns.filter { entity.properties[$0.property].name == property }.map(\.name)
        }
        guard !names.isEmpty else { continue }
        let properties = group.joined(separator: ",")
        let name = "strata_\(name)_\(properties)_\(isUnique ? "unique" : "index")"
        result.append(index(name, of: names, isUnique: isUnique))
      }
    }
    return result
  }

  private func index(
    _ index: String, of columns: [String], isUnique: Bool = false
  ) -> (name: String, sql: String) {
    let sql =
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(quoted(index)) "
      + "ON \(quoted(name)) (\(columns.map(quoted).joined(separator: ", ")))"
    return (index, sql)
  }

  /// The groups of properties that are unique together, single ones included.
  var uniqueGroups: [[String]] {
    entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.uniquenessConstraints
  }
}

extension Schema {
  /// The SQL of all tables, link tables and indexes of the schema.
  public var definition: [String] {
    entities.flatMap { EntityTable($0).definition } + linkTables.flatMap(\.definition)
  }

  /// The link tables of the schema's relationships, each once.
  public var linkTables: [LinkTable] {
    var seen: Set<LinkTable> = []
    return entities.flatMap { entity in
      entity.relationships.filter(\.usesLinkTable).compactMap { relationship in
        let table = LinkTable.make(for: relationship, of: entity.name).table
        return seen.insert(table).inserted ? table : nil
      }
    }
  }
}
