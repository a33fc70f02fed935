/// The tables of an SQLite database of any program, as its schema declares them.
package struct DatabaseDescription: Sendable, Hashable {
  /// The tables, in the order of their declarations.
  package var tables: [DatabaseTable]
  /// The parts of the database that aren't tables of rows: views, virtual tables, triggers.
  package var otherParts: [OtherPart]

  package init(tables: [DatabaseTable], otherParts: [OtherPart] = []) {
    self.tables = tables
    self.otherParts = otherParts
  }

  /// A part of the database that holds no rows of its own.
  package enum OtherPart: Sendable, Hashable {
    case view(String)
    case virtualTable(String)
    case trigger(String, table: String)
  }
}

/// A table and its rules.
package struct DatabaseTable: Sendable, Hashable {
  /// The table's name.
  package var name: String
  /// The columns, in the order of their declarations.
  package var columns: [DatabaseColumn]
  /// The columns of the primary key, in the key's order.
  package var primaryKey: [String]
  /// The links to other tables.
  package var foreignKeys: [DatabaseForeignKey]
  /// The indexes, with those of UNIQUE constraints and without those of primary keys.
  package var indexes: [DatabaseIndex]
  /// True for a table that is declared WITHOUT ROWID.
  package var isWithoutRowID: Bool
  /// True if the declaration has CHECK constraints.
  package var hasChecks: Bool

  package init(
    name: String, columns: [DatabaseColumn], primaryKey: [String] = [],
    foreignKeys: [DatabaseForeignKey] = [], indexes: [DatabaseIndex] = [],
    isWithoutRowID: Bool = false, hasChecks: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.isWithoutRowID = isWithoutRowID
    self.hasChecks = hasChecks
  }
}

/// A column as it is declared.
package struct DatabaseColumn: Sendable, Hashable {
  /// The column's name.
  package var name: String
  /// The declared type, such as `VARCHAR(20)`. Empty if there is none.
  package var type: String
  /// True if the column is declared NOT NULL.
  package var isRequired: Bool
  /// The SQL of the default value, or nil for none.
  package var defaultSQL: String?
  /// True if the database computes the value.
  package var isGenerated: Bool
  /// The storage classes of the first stored values, as `typeof` names them. Only for columns whose
  /// declared type says nothing.
  package var storedTypes: Set<String>
  /// True if the declared type says which values the column has.
  package var hasKnownType: Bool { DatabaseType.known(type) != nil }

  package init(
    name: String, type: String, isRequired: Bool = false, defaultSQL: String? = nil,
    isGenerated: Bool = false, storedTypes: Set<String> = []
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.defaultSQL = defaultSQL
    self.isGenerated = isGenerated
    self.storedTypes = storedTypes
  }
}

/// A FOREIGN KEY constraint.
package struct DatabaseForeignKey: Sendable, Hashable {
  /// The columns of the table itself.
  package var columns: [String]
  /// The table that they refer to.
  package var table: String
  /// The columns there. Empty for the primary key.
  package var targets: [String]
  /// The action of the foreign key for a deleted target: `CASCADE`, `SET NULL`, `SET DEFAULT`, `RESTRICT` or `NO ACTION`.
  package var onDelete: String

  package init(
    columns: [String], table: String, targets: [String] = [], onDelete: String = "NO ACTION"
  ) {
    self.columns = columns
    self.table = table
    self.targets = targets
    self.onDelete = onDelete
  }
}

/// An index, or the index of a UNIQUE constraint.
package struct DatabaseIndex: Sendable, Hashable {
  /// The index's name.
  package var name: String
  /// The columns in order, nil for an expression.
  package var columns: [String?]
  /// True if no two rows have the same values.
  package var isUnique: Bool
  /// True if the index is over the rows that a condition holds for.
  package var isPartial: Bool
  /// True if texts are compared by another collation than `BINARY`.
  package var hasCollation: Bool

  package init(
    name: String, columns: [String?], isUnique: Bool = false, isPartial: Bool = false,
    hasCollation: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.hasCollation = hasCollation
  }
}
