#if Server
internal import Foundation
import StrataMigration
import StrataSQLite

/// The functions that a server's queries call. They are a part of the store's schema, so that opening a store compares them
/// with what they have to be.
struct ServerFunctions {
  /// The number to increment with each change of a function. An older version of this library leaves those of a newer one.
  private static let revision = 2
  private static let metadataName = "functions"

  private struct Function: Hashable {
    let name: String
    let body: String
  }

  /// The functions of this version of the library, with the statements that make them.
  private static let wanted: [(function: Function, statement: String)] = {
    let parts = SQLDialect.serverFunctions.components(separatedBy: "CREATE FUNCTION ").dropFirst()
    return parts.compactMap { part in
      let pieces = part.components(separatedBy: "$$")
      guard pieces.count > 2, let name = part.split(separator: "(").first else { return nil }
      return (
        Function(name: String(name), body: pieces[1]),
        "CREATE OR REPLACE FUNCTION \(pieces[0])$$\(pieces[1])$$"
      )
    }
  }()

  /// Makes the functions that are missing or differ, unless a newer version of this library has made them.
  ///
  /// - Parameter lock: Keeps others from doing the same until the end of a transaction.
  /// - Throws: `StorageError`, also for a user who isn't their owner.
  static func make(
    on connection: Connection, _ lock: (Connection) throws -> Void
  ) throws {
    guard try !missing(connection).isEmpty else { return }
    try connection.transaction {
      try lock(connection)
      // Another program may have made them meanwhile.
      for statement in try missing(connection) { try connection.execute(statement) }
      try connection.setMetadata(metadataName, to: "\(revision)")
    }
  }

  /// The statements that make what is missing.
  private static func missing(_ connection: Connection) throws -> [String] {
    let present: SQL = """
      SELECT proname::text, prosrc FROM pg_proc
      WHERE pronamespace = quote_ident(current_schema())::regnamespace
      """
    let functions = Set(
      try connection.rows(present) { row in
        Function(name: row.text(at: 0) ?? "", body: row.text(at: 1) ?? "")
      })
    let missing = wanted.filter { !functions.contains($0.function) }
    guard !missing.isEmpty else { return [] }
    let stored = try connection.metadata(metadataName).flatMap { Int($0) } ?? 0
    return stored > revision ? [] : missing.map(\.statement)
  }
}
#endif
