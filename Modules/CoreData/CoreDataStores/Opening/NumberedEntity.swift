import StrataSQLite
import StrataSchema

/// An entity as a store numbers it.
struct NumberedEntity: Sendable {
  let name: String
  /// What its objects have in `Z_ENT`.
  let number: Int64
  /// The number of the entity that it inherits from, 0 where there is none; nil where it is no number.
  let superentity: Int64?
  /// The last key that was given to an object of its table; nil where what stands there is no number.
  let lastKey: Int64?

  /// The first of the numbers that the history and CloudKit use for what they keep.
  private static let firstOfSystem: Int64 = 16000

  /// Those of a store, without the system's own.
  ///
  /// - Parameter tables: The tables that there are, in upper case: the system's begin with an A.
  /// - Throws: ``CoreDataStoreError/notAStore(path:reason:)`` where they can't be told apart.
  static func all(
    _ connection: Connection, beside tables: Set<String>, path: String
  ) throws -> [NumberedEntity] {
    var (names, numbers): (Set<String>, Set<Int64>) = ([], [])
    func refused(_ reason: String) -> CoreDataStoreError {
      .notAStore(path: path, reason: "its table Z_PRIMARYKEY \(reason)")
    }
    return try connection.rows(SQLQuery("SELECT Z_NAME, Z_ENT, Z_MAX, Z_SUPER FROM Z_PRIMARYKEY")) {
      row in
      guard case .text(let name) = row.value(at: 0) else {
        throw refused("has an entity without a name")
      }
      guard !name.contains("\0") else {
        throw refused("has a name with a NUL, \(name.replacing("\0", with: "␀"))")
      }
      guard case .integer(let number) = row.value(at: 1), number > 0 else {
        throw refused(
          "gives the entity \(name) \(row.value(at: 1)) for a number, which isn't one from 1 on")
      }
      // A program may have entities of the same names, in tables of theirs.
      let (own, systems) = ("Z" + name.uppercased(), "A" + name.uppercased())
      if number >= firstOfSystem || tables.contains(systems) && !tables.contains(own) { return nil }
      guard numbers.insert(number).inserted else {
        throw refused("gives several entities the number \(number)")
      }
      guard names.insert(name).inserted else { throw refused("has several entities \(name)") }
      return NumberedEntity(
        name: name, number: number, superentity: wholeNumber(row.value(at: 3)),
        lastKey: wholeNumber(row.value(at: 2)))
    }
  }

  /// A number that may be missing; nil for what is none.
  private static func wholeNumber(_ value: ColumnValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .null: 0
    default: nil
    }
  }
}
