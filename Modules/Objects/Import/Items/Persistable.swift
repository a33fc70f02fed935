public import StrataModel
public import StrataStack

/// A value that is imported as an object of a model class: it tells by which key its object is found, and
/// what becomes of the object.
///
///     extension PlaceRecord: Persistable {
///       static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.code) }
///
///       func importAction(for place: Place?, with data: inout Void) -> ImportAction<Place> {
///         guard let place else { return .insert(Place(code: code, name: name)) }
///         place.update(\.name, value: name)
///         return .update
///       }
///     }
///
///     try container.import(records)
public protocol Persistable<Model> {
  /// The class of the objects.
  associatedtype Model: PersistentModel
  /// What the items of a chunk share, such as the objects that they are to be related to.
  associatedtype ImporterData = Void

  /// By which unique key the object of an item is found; ``ImportKey/none`` where each item makes an object
  /// of its own.
  static var importKey: ImportKey<Self, Model> { get }

  /// Looks up, once a chunk, what its items share.
  ///
  /// - Parameter context: The chunk's own context, in which all of it is looked up and saved.
  /// - Throws: what ends the import.
  static func importerData(for items: [Self], in context: ModelContext) throws -> ImporterData

  /// Says what becomes of an item, after its object was changed as it should be.
  ///
  /// May be called again for the same item, in another context, where a chunk is done again. So it should
  /// change nothing but objects and the chunk's data. An error makes the item fail, and nothing of what it
  /// has changed is kept.
  ///
  /// - Parameters:
  ///   - existing: The object with the item's key; nil where there is none.
  ///   - data: What the items of the chunk share.
  func importAction(
    for existing: Model?, with data: inout ImporterData
  ) throws -> ImportAction<Model>
}

extension Persistable where ImporterData == Void {
  /// Nothing is shared.
  public static func importerData(for items: [Self], in context: ModelContext) throws {}
}
