package import Foundation
package import StrataContexts
import StrataCoreDataStores
import StrataObservation
import StrataStorage

extension ModelContainer {
  /// Opens a store of this library without a program's classes, by the schema that the store records.
  ///
  /// Each entity gets a generated class, whose objects you read and change by name. The recorded schema stays as it is.
  /// A program's own rules, which are in its classes, don't apply. The schema has no initial values.
  ///
  /// - Throws: `StorageError` if there is no such store, or if it doesn't record its schema. ``ManagedObjectError`` for
  ///   a hierarchy that is too deep.
  package convenience init(recordedAt url: URL) throws {
    let store = try Store.openRecorded(at: url)
    let model = try ObjectModel.of(recorded: store.schema)
    try self.init(
      part: model.schema,
      configuration: ModelConfiguration(url: url), changes: ChangeFeed())
  }
}
