public import StrataSchema

extension EntityTable {
  /// The SQL that makes the table and its indexes: names and types that a stranger can read.
  public var definition: [String] { [createSQL] + indexSQL }

  var createSQL: String {
    var lines: [(sql: String, comment: String?)] = [("\(Self.key) INTEGER PRIMARY KEY", nil)]
    for column in columns + positions {
      lines.append((Self.sql(column, in: entity), column.description.meaning?.comment))
    }
    for case .attribute(let attribute) in entity.properties {
      if let check = attribute.check { lines.append(("CHECK (\(check))", nil)) }
    }
    let body = lines.enumerated().map { index, line in
      "  " + line.sql + (index + 1 < lines.count ? "," : "")
        + (line.comment.map { " -- " + $0 } ?? "")
    }
    return "CREATE TABLE \(quoted(name)) (\n" + body.joined(separator: "\n") + "\n) STRICT"
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

  var indexSQL: [String] {
    var result: [String] = []
    for case .relationship(let relationship) in entity.properties where relationship.isToOne {
      result.append(
        "CREATE INDEX IF NOT EXISTS \(quoted("strata_\(name)_\(relationship.name)")) "
          + "ON \(quoted(name)) (\(quoted(relationship.name)))")
    }
    for (isUnique, groups) in [(true, uniqueGroups), (false, entity.indices)] {
      for group in groups {
        let names = group.flatMap { property in
          columns.filter { entity.properties[$0.property].name == property }.map(\.name)
        }
        guard !names.isEmpty else { continue }
        let index = "strata_\(name)_\(group.joined(separator: "_"))_\(isUnique ? "unique" : "index")"
        result.append(
          "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(quoted(index)) "
            + "ON \(quoted(name)) (\(names.map(quoted).joined(separator: ", ")))")
      }
    }
    return result
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
