#if !Server
package import Foundation
package import StrataMigration
package import StrataSQLite
package import StrataSchema

// A program that was built without the package's trait Server knows the address of a store on a server, and says what is
// missing when it is to open one.

extension StorageError {
  fileprivate static func withoutServer(_ url: URL) -> StorageError {
    .cannotOpen(
      path: Store.path(of: url),
      reason: """
        this program was built without stores on servers; in its Package.swift, add the trait to the package: \
        .package(url: …, traits: ["Server"]), or leave traits out
        """)
  }
}

extension Store {
  package static func publicAddress(_ url: URL) -> URL {
    URL(string: "postgresql:///") ?? URL(fileURLWithPath: "/")
  }

  package static func connectionCount(ofServer url: URL) throws(StorageError) -> Int {
    throw .withoutServer(url)
  }

  package static func checkServerSettings(_ settings: [String: String]) throws(StorageError) {}

  static func open(
    _ schema: Schema, onServer url: URL, isReadOnly: Bool, busyTimeout: Double = 10,
    _ record: AdaptationRecord? = nil, plannedVersion: Schema.Version? = nil,
    observation: StoreObservation? = nil, review: MigrationReviewer? = nil
  ) throws -> Store {
    throw StorageError.withoutServer(url)
  }

  static func openAdapted(
    _ schema: Schema, onServer url: URL, isReadOnly: Bool, busyTimeout: Double,
    _ record: AdaptationRecord, observation: StoreObservation? = nil
  ) throws -> Store? {
    throw StorageError.withoutServer(url)
  }

  static func openRecorded(onServer url: URL) throws -> Store {
    throw StorageError.withoutServer(url)
  }

  package static func dropSchema(ofServer url: URL) throws {
    throw StorageError.withoutServer(url)
  }

  static func serverConnection(reading url: URL) throws -> Connection {
    throw StorageError.withoutServer(url)
  }

  static func makeServerStore<Result>(
    at url: URL, _ body: (Connection) throws -> Result
  ) throws -> Result {
    throw StorageError.withoutServer(url)
  }

  @discardableResult
  package static func changeSaveMode(
    ofServer url: URL, to mode: SaveMode
  ) throws -> SaveMode {
    throw StorageError.withoutServer(url)
  }
}

extension StoreState {
  static func read(onServer url: URL) throws -> StoreState? {
    throw StorageError.withoutServer(url)
  }
}

/// The migration of a store on a server, which can't begin.
package final class ServerMigration {
  private let url: URL

  package init(at url: URL) throws {
    self.url = url
    throw StorageError.withoutServer(url)
  }

  package func state() throws -> StoreState? { throw StorageError.withoutServer(url) }

  package func migrate(
    from old: Schema, to new: Schema, version: Schema.Version
  ) throws -> MigrationScript.Stage {
    throw StorageError.withoutServer(url)
  }

  package func open(_ schema: Schema) throws -> Store { throw StorageError.withoutServer(url) }

  package func commit() throws { throw StorageError.withoutServer(url) }
}
#endif
