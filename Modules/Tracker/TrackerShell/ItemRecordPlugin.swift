public import Strata
public import StrataApplication
public import StrataTrackerModel

/// A plugin whose objects belong to items, such as goals, and take part in exports and imports.
///
/// `export` writes the objects behind their item, and `import` reads them back. Without this
/// protocol an export leaves your plugin's objects out. You define a record, and how to make it
/// from an object and an object from it. The commands handle the file's format, authors and errors.
public protocol ItemRecordPlugin: Plugin {
  /// The class of the objects.
  associatedtype Model: PersistentModel
  /// The exported form of an object: all that ``insert(_:for:)`` needs to make an equal one.
  ///
  /// Dates are written so that they are read back exactly.
  associatedtype Record: Codable & Sendable
  /// The name of a record in files, in the singular and in lower case, such as `goal`.
  ///
  /// Files contain it, so choose a name that needn't change. No two plugins of an application may
  /// have the same.
  var recordName: String { get }
  /// Returns an item's objects, in an order that depends only on their values.
  ///
  /// Exports of the same store are then equal.
  ///
  /// - Throws: The fetch's error.
  @MainActor func objects(of item: Item) throws -> [Model]
  /// Returns the record of an object.
  @MainActor func record(of object: Model) -> Record
  /// Inserts the object of a record into the item's context, unless an equal one exists.
  ///
  /// The caller saves.
  ///
  /// - Returns: True if the object was inserted.
  /// - Throws: `ShellError` for an invalid record, which the command reports and skips, and the
  ///   fetch's error.
  @MainActor func insert(_ record: Record, for item: Item) throws -> Bool
}
