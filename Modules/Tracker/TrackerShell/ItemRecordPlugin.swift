public import Strata
public import StrataApplication
public import TrackerModel

/// A plugin that keeps objects of its own for items, such as goals: `export` writes them behind their item, and
/// `import` reads them back.
///
/// Conform your plugin to it where an export would otherwise leave its objects behind. You say what a record
/// of an object is and how an object is made of one; the form of the file, authors and errors are the
/// command's business.
public protocol ItemRecordPlugin: Plugin {
  /// The class of the objects.
  associatedtype Model: PersistentModel
  /// What an export has of an object: all that ``insert(_:for:)`` needs to make the same one. Its dates are
  /// written so that they are read back exactly.
  associatedtype Record: Codable & Sendable
  /// What a file calls a record, in the singular and in small letters, such as `goal`. Files keep it, so
  /// choose a name that can stay; two plugins of an app can't have the same.
  var recordName: String { get }
  /// The objects of an item, in an order that depends on nothing but their values, so that a store gives the
  /// same file each time.
  ///
  /// - Throws: what the fetch throws.
  @MainActor func objects(of item: Item) throws -> [Model]
  /// What is exported of an object.
  @MainActor func record(of object: Model) -> Record
  /// Inserts the object of a record into the item's context, unless it is there already. The caller saves.
  ///
  /// - Returns: True if it wasn't there.
  /// - Throws: `ShellError` for a record that can't be right, which is reported and left out, and what the
  ///   fetch throws.
  @MainActor func insert(_ record: Record, for item: Item) throws -> Bool
}
