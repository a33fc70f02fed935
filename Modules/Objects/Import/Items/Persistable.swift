public import StrataContexts
public import StrataModel

/// A value that can be imported as an object of a model class.
///
/// It provides the key that finds its object, and the action to perform.
///
/// ```swift
/// extension PlaceRecord: Persistable {
///   static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.code) }
///
///   func importAction(for place: Place?, with data: inout Void) -> ImportAction<Place> {
///     guard let place else { return .insert(Place(code: code, name: name)) }
///     place.update(\.name, value: name)
///     return .update
///   }
/// }
///
/// try container.import(records)
/// ```
public protocol Persistable<Model> {
  /// The model class of the objects.
  associatedtype Model: PersistentModel
  /// Data that the items of a chunk share, such as the objects that they relate to.
  associatedtype ImporterData = Void

  /// The unique key that finds an item's object, or ``ImportKey/none`` if each item inserts a new
  /// one.
  static var importKey: ImportKey<Self, Model> { get }

  /// Looks up the shared data of a chunk's items, once for each chunk.
  ///
  /// - Parameter context: The chunk's own context, in which its items are looked up and saved.
  /// - Throws: an error that stops the import.
  static func importerData(for items: [Self], in context: ModelContext) throws -> ImporterData

  /// Updates the item's existing object, and returns the action to perform.
  ///
  /// The import may call this again for the same item, in another context, if it repeats a part of
  /// a chunk. So change nothing but objects and the chunk's data. If you throw an error, the item
  /// fails, and its changes are discarded.
  ///
  /// - Parameters:
  ///   - existing: The object with the item's key, or nil if there is none.
  ///   - data: The shared data of the chunk.
  func importAction(
    for existing: Model?, with data: inout ImporterData
  ) throws -> ImportAction<Model>
}

extension Persistable where ImporterData == Void {
  /// Returns no shared data.
  public static func importerData(for items: [Self], in context: ModelContext) throws {}
}
