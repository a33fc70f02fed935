public import Foundation
public import StrataSchema

/// The object graph that an object belongs to, as far as the object uses it.
///
/// The graph loads relationships, lists changes and updates inverses. Use it on the isolation of
/// its context only. An object retains its graph.
@usableFromInline
package protocol ModelGraph: AnyObject {
  /// The identifier of the graph's store.
  var storeIdentifier: UUID { get }

  // MARK: The object

  /// Returns the identifier of an object of the graph.
  func identifier(_ entity: EntityIndex, _ key: Int64) -> PersistentIdentifier
  /// Returns the key of the row that an identifier names, or nil if it names none of the graph's store.
  func key(of identifier: PersistentIdentifier) -> Int64?
  /// Returns false if the identifier's entity rules out that it belongs to an object of a class.
  func mayName<Model: PersistentModel>(_ identifier: PersistentIdentifier, _ type: Model.Type)
    -> Bool
  /// The references of deinitialized objects, which the graph releases one after the other.
  var releaseQueue: ReleaseQueue { get }
  /// Removes an object from the identity map while its `deinit` runs.
  func unregisterGoing(entity: EntityIndex, key: Int64)
  /// Inserts an object into the graph, with all related objects.
  func insert(_ model: any PersistentModel)

  // MARK: Changes

  /// Lists an object as changed, and notifies the graph's observers.
  func recordChange(of model: some PersistentModel, _ property: PropertyIndex)
  /// True while the graph queues notifications of property observers.
  var holdsNotices: Bool { get }
  /// Queues a notification of a property's observers.
  func holdNotice(of model: any PersistentModel, _ property: PropertyIndex)
  /// Delivers the queued notifications.
  func deliverNotices()

  /// Records the undecodable JSON of a property.
  func recordUndecodable(
    _ model: any PersistentModel, _ property: PropertyIndex, _ text: UndecodedText,
    _ error: any Error)

  /// Reads a property that wasn't read with its object, for a getter, and records a failure.
  ///
  /// - Returns: False if the object has no row.
  func readStored(_ property: PropertyIndex, of model: some PersistentModel) -> Bool
  /// Records that properties were read that weren't read with their object.
  func didReadStored(_ properties: PropertySet, of model: some PersistentModel)
  /// Reads properties that weren't read with their object, and throws a failure.
  func readStored(_ properties: PropertySet, of model: some PersistentModel) throws

  // MARK: Relationships

  /// Runs a change of relationships, and merges other contexts' changes only afterwards.
  func relating(_ body: () -> Void)
  /// Loads a relationship for a getter, and records a failure.
  func fault(_ model: some PersistentModel, _ relationship: ModelRelationship)
  /// Loads a relationship, and throws a failure.
  func loadForSave(_ model: any PersistentModel, _ relationship: ModelRelationship) throws
  /// Returns the members that could be read of a relationship that couldn't be read completely.
  func partialMembers(of model: any PersistentModel, _ property: PropertyIndex)
    -> [any PersistentModel]
  /// Records that the members of a relationship were replaced before the old ones could be read.
  func recordUnreadReplacement(
    _ model: any PersistentModel, _ relationship: ModelRelationship,
    _ members: [any PersistentModel])
  /// Returns the object with a key if it is in memory.
  func known(_ type: any PersistentModel.Type, _ key: Int64) -> (any PersistentModel)?
  /// Returns the target of a to-one relationship, and loads it if needed.
  func current(_ model: any PersistentModel, _ property: PropertyIndex) -> (any PersistentModel)?
  /// Sets the inverse of a one-to-one relationship to nil for an object that isn't in memory.
  func cut(
    _ inverse: PropertyIndex, of relationship: ModelRelationship, _ key: Int64,
    from owner: any PersistentModel)
  /// Records a link to an object of another context, which blocks saving.
  func recordForeignLink(_ owner: any PersistentModel, _ property: PropertyIndex)
  /// Records that a to-many relationship's array was changed in place in a way that looks like an
  /// append.
  ///
  /// The array has to be compared before the difference can be visible.
  ///
  /// - Returns: False if the graph's context was deinitialized.
  func recordUnverified(_ owner: any PersistentModel, _ property: PropertyIndex) -> Bool
  /// Compares the recorded arrays with the known members, and updates the inverses.
  ///
  /// - Parameters:
  ///   - owner: An object of which one array needn't be compared, or nil for none.
  ///   - property: The relationship of that array.
  /// - Returns: True if that array was recorded.
  @discardableResult
  func verifyArrays(but owner: AnyObject?, _ property: PropertyIndex) -> Bool
  /// Records an added or removed row of a link table for the next save.
  func recordLink(
    _ owner: any PersistentModel, _ member: any PersistentModel,
    _ relationship: ModelRelationship, isLinked: Bool)
  /// Returns a position for a member after all earlier ones.
  func nextPosition(of member: any PersistentModel, _ relationship: ModelRelationship) -> Int64
}
