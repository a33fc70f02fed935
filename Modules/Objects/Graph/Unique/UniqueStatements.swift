import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The prepared statements with which a ``UniqueResolver`` writes the rows of one entity.
final class UniqueStatements {
  let plan: UniquePlan
  private let transaction: StoreTransaction
  // Each access to a property marked as unchecked is a statement that calls no other code.
  @exclusivity(unchecked) private var insertion: RowInsertion?
  @exclusivity(unchecked) private var lookups: [RowLookup]?
  private var assignments: [PropertySet: RowAssignment] = [:]
  @exclusivity(unchecked) private var last: (properties: PropertySet, assignment: RowAssignment)?
  /// The number of further new objects to look up before they are written.
  @exclusivity(unchecked) private var expected = 0
  /// The matches of the next new objects, which a server was asked for at once, by the objects' keys.
  @exclusivity(unchecked) private var ahead:
    [Int64: (values: [ColumnValue], matches: [UniqueMatch])] = [:]
  /// The keys of the rows that were written since.
  @exclusivity(unchecked) private var written: Set<Int64> = []
  /// True if a row was inserted since.
  @exclusivity(unchecked) private var hasInserted = false
  /// The number of new objects that a server is asked for at once.
  static let aheadCount = 256
  // SQLite's refusal of a row costs about as much as this many look-ups that find nothing.
  private static let patience = 8

  init(_ plan: UniquePlan, _ transaction: StoreTransaction) {
    self.plan = plan
    self.transaction = transaction
  }

  /// True if the next new object is likely to conflict with a row, since one did a moment ago.
  var expectsMatch: Bool { expected > 0 }

  func recordMatch() { expected = Self.patience }
  func recordMiss() { expected -= 1 }

  func insert(key: Int64, _ values: [ColumnValue]) throws {
    if !ahead.isEmpty {
      ahead[key] = nil
      hasInserted = true
    }
    let insertion = try insertion ?? transaction.insertion(into: plan.table, isRecorded: false)
    self.insertion = insertion
    try insertion.insert(key: key, values: values)
  }

  private func preparedLookups() throws -> [RowLookup] {
    if let lookups { return lookups }
    let made = try plan.groups.map { try transaction.lookup(plan.table, $0) }
    lookups = made
    return made
  }

  /// True if a server should be asked for the next new objects' matches.
  var wantsAhead: Bool { transaction.isOnServer && expectsMatch && ahead.isEmpty }

  /// Asks a server for the matches of new objects at once, for ``matches(_:_:keepsValues:)``.
  func lookAhead(_ objects: [(key: Int64, values: [ColumnValue])], keepsValues: Bool) throws {
    let lookups = try preparedLookups()
    let values = objects.map(\.values)
    var found: [[UniqueMatch]] = objects.map { _ in [] }
    for (group, lookup) in lookups.enumerated() {
      try lookup.each(values) { index, row throws(StorageError) in
        guard row.key != objects[index].key else { return }
        let contents = lookups.count == 1 ? contents(of: row, keepsValues: keepsValues) : nil
        found[index].append(UniqueMatch(group: group, row: row.reference, contents: contents))
      }
    }
    written = []
    hasInserted = false
    for (index, object) in objects.enumerated() {
      ahead[object.key] = (object.values, found[index])
    }
  }

  /// The matches that a server was asked for ahead, unless anything has changed since that they depend on.
  ///
  /// A row that was inserted since isn't among them. The server refuses the object then.
  private func known(_ key: Int64, _ values: [ColumnValue]) -> [UniqueMatch]? {
    // With several groups, a row that was inserted since may be a further match.
    guard let known = ahead.removeValue(forKey: key), known.values == values,
      plan.groups.count == 1 || !hasInserted,
      !known.matches.contains(where: { written.contains($0.row.key) })
    else { return nil }
    return known.matches
  }

  /// The rows that have some of an object's unique values, in order of the groups' declaration.
  ///
  /// - Parameter keepsValues: True to return the rows' values too. Rows are compared with the
  ///   object only if the entity has one unique group, so that it can conflict with one row at
  ///   most.
  func matches(
    _ key: Int64, _ values: [ColumnValue], keepsValues: Bool
  ) throws -> [UniqueMatch] {
    if let known = known(key, values) { return known }
    var found: [UniqueMatch] = []
    let lookups = try preparedLookups()
    for (group, lookup) in lookups.enumerated() {
      let match = try lookup.first(values) { row throws(StorageError) -> UniqueMatch? in
        guard row.key != key else { return nil }
        let contents =
          lookups.count == 1 ? contents(of: row, keepsValues: keepsValues) : nil
        return UniqueMatch(group: group, row: row.reference, contents: contents)
      }
      if let match { found.append(match) }
    }
    return found
  }

  /// Compares the row of a match with an object's values.
  func contents(
    of match: UniqueMatch, _ values: [ColumnValue], keepsValues: Bool
  ) throws -> UniqueMatch.Contents {
    if let contents = match.contents { return contents }
    let found = try preparedLookups()[match.group].first(values) { row throws(StorageError) in
      contents(of: row, keepsValues: keepsValues)
    }
    return found ?? UniqueMatch.Contents()
  }

  private func contents(
    of row: FoundRow, keepsValues: Bool
  ) -> UniqueMatch.Contents {
    var contents = UniqueMatch.Contents()
    for column in plan.table.columns.indices
    where !row.isIdentical(column) {
      contents.differing.insert(plan.columns[column].property)
    }
    if keepsValues { contents.values = row.values }
    return contents
  }

  /// Updates some properties of a row.
  func update(key: Int64, _ properties: PropertySet, _ values: [ColumnValue]) throws {
    if !ahead.isEmpty { written.insert(key) }
    if let last, last.properties == properties { return try last.assignment.run(key: key, values) }
    let assignment = try assignments[properties] ?? make(properties)
    assignments[properties] = assignment
    last = (properties, assignment)
    try assignment.run(key: key, values)
  }

  private func make(_ properties: PropertySet) throws -> RowAssignment {
    try transaction.assignment(
      plan.table, plan.columns.indices.filter { properties.contains(plan.columns[$0].property) })
  }
}
