import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The statements by which a ``UniqueResolver`` writes the rows of one entity.
final class UniqueStatements {
  let plan: UniquePlan
  private let transaction: StoreTransaction
  // Each access to what is marked as unchecked is a statement that calls nobody else.
  @exclusivity(unchecked) private var insertion: RowInsertion?
  @exclusivity(unchecked) private var lookups: [RowLookup]?
  private var assignments: [PropertySet: RowAssignment] = [:]
  @exclusivity(unchecked) private var last: (properties: PropertySet, assignment: RowAssignment)?
  /// How many further new objects are looked for before they are written.
  @exclusivity(unchecked) private var expected = 0
  // A refusal costs about as much as this many look-ups that find nothing.
  private static let patience = 8

  init(_ plan: UniquePlan, _ transaction: StoreTransaction) {
    self.plan = plan
    self.transaction = transaction
  }

  /// Whether the next new object is likely to meet a row, since others did just now.
  var expectsMatch: Bool { expected > 0 }

  func recordMatch() { expected = Self.patience }
  func recordMiss() { expected -= 1 }

  func insert(key: Int64, _ values: [ColumnValue]) throws {
    let insertion = try insertion ?? transaction.insertion(into: plan.table)
    self.insertion = insertion
    try insertion.insert(key: key, values: values)
  }

  private func preparedLookups() throws -> [RowLookup] {
    if let lookups { return lookups }
    let made = try plan.groups.map { try transaction.lookup(plan.table, $0) }
    lookups = made
    return made
  }

  /// The rows that have some of an object's unique values, in order of the groups' declaration.
  ///
  /// - Parameter keepsValues: Whether the values of a row are kept. They are looked at where an object
  ///   can meet one row only.
  func matches(
    _ key: Int64, _ values: [ColumnValue], keepsValues: Bool
  ) throws -> [UniqueMatch] {
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

  /// How the row of a match is beside an object's values.
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

  /// Gives a row the values of some properties.
  func update(key: Int64, _ properties: PropertySet, _ values: [ColumnValue]) throws {
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
