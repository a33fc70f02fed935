import StrataSQLite
import StrataSchema

/// An entity in a store's table of entities, `Z_PRIMARYKEY`.
struct NumberedEntity: Sendable {
  let name: String
  /// The number that the entity's objects have in the column `Z_ENT`.
  let number: Int64
  /// The superentity's number, or 0 if there is none. Nil if the stored value isn't a number.
  let superentity: Int64?
  /// The last key assigned in the entity's table. Nil if the stored value isn't a number.
  let lastKey: Int64?

  /// The first number of the entities that Core Data uses for history and CloudKit.
  private static let firstOfSystem: Int64 = 16000

  /// Reads the entities of a store, without Core Data's own.
  ///
  /// - Parameter tables: The names of the store's tables, in upper case. Those of Core Data's own
  ///   entities begin with A.
  /// - Throws: ``CoreDataStoreError/notAStore(path:reason:)`` if the numbers or names aren't unique
  ///   or valid.
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
      // The program may have entities with the same names as Core Data's own. Their tables begin
      // with Z.
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

  /// An integer, 0 for null, or nil for any other value.
  private static func wholeNumber(_ value: ColumnValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .null: 0
    default: nil
    }
  }
}
