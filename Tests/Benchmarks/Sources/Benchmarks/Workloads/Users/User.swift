import Foundation
import SQLiteC
import Strata

@Model final class User {
  @Attribute(.unique) var identifier: UUID
  var name: String
  var email: String
  var age: Int

  init(row: Int) {
    identifier = UserTable.identifier(row)
    name = UserTable.name(row)
    email = UserTable.email(row)
    age = UserTable.age(row)
  }
}

/// The table of users, and what is in its rows.
enum UserTable {
  static let table = """
    CREATE TABLE User (
      strata_key INTEGER PRIMARY KEY,
      identifier BLOB NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      age INTEGER NOT NULL
    ) STRICT;
    """
  static let index = "CREATE UNIQUE INDEX User_identifier ON User (identifier);"
  static let insertion = "INSERT INTO User (identifier, name, email, age) VALUES (?, ?, ?, ?)"

  /// Spread over all identifiers as random ones are, and the same in each run.
  static func identifier(_ row: Int) -> UUID {
    let halves = (mixed(UInt64(row) * 2), mixed(UInt64(row) * 2 + 1))
    return withUnsafeBytes(of: halves) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  // SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var bits = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  static func name(_ row: Int) -> String { "user number \(row)" }
  static func email(_ row: Int) -> String { "user.\(row)@example.org" }
  static func age(_ row: Int) -> Int { row % 90 }

  static func insert(row: Int, _ insertion: borrowing RawStatement) throws {
    insertion.bind(identifier(row), at: 1)
    insertion.bind(name(row), at: 2)
    insertion.bind(email(row), at: 3)
    sqlite3_bind_int64(insertion.handle, 4, Int64(age(row)))
    try insertion.run()
  }

  /// Ages and first bytes of identifiers, each at its place.
  static func expected(count: Int) -> Checksum {
    var checksum = Checksum(count: count)
    for row in 0..<count {
      let digit = identifier(row).uuidString.utf8.first ?? 0
      checksum.sum += UInt64((age(row) + Int(digit)) * (row + 1))
    }
    return checksum
  }

  static func checksum(of url: URL) throws -> Checksum {
    try RawDatabase.checksum(
      of: url,
      "SELECT count(*), sum((age + unicode(hex(identifier))) * strata_key) FROM User")
  }
}
