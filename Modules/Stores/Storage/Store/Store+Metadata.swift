package import Foundation
import StrataMigration
import StrataSQLite
package import StrataSchema

extension Store {
  /// The text that a layer above the store has recorded under a name, or nil if there is none.
  package func metadata(_ name: String) throws -> String? {
    try makeReader().read { try $0.metadata(name) }
  }

  /// Records a text under a name, in a transaction of its own that the history doesn't mention.
  package func setMetadata(_ name: String, to text: String) throws {
    try withWriter { connection in
      try connection.transaction(.save) { try connection.setMetadata(name, to: text) }
    }
  }

  /// True if a text that is recorded under the name `schema` says what the entities of a schema are,
  /// whatever its version is called.
  package static func isRecord(_ text: String, of schema: Schema) throws -> Bool {
    try SchemaRecord.isText(text, of: schema)
  }

  /// Reads the identifier of a store that needn't be open, a text that is recorded under a name, and the
  /// record of its schema.
  ///
  /// - Throws: `StorageError` if the file isn't a store of this library, or can't be read.
  package static func metadata(
    _ name: String, at url: URL
  ) throws -> (identifier: String, text: String?, schema: String?) {
    let store = try openRecorded(at: url)
    return (store.identifier.uuidString, try store.metadata(name), try store.metadata("schema"))
  }

  /// Records a text under a name in a file's store that needn't be open.
  ///
  /// - Throws: as ``metadata(_:at:)``, and `StorageError` if it can't be written.
  package static func setMetadata(_ name: String, to text: String, at url: URL) throws {
    try checkPath(url.path, isReadOnly: true)
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try checkFormat(connection)
    try connection.transaction(.save) { try connection.setMetadata(name, to: text) }
  }
}
