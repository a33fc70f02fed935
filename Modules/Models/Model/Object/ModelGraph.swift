public import Foundation
public import StrataSchema

/// The graph that an object belongs to, as the object knows it: who loads what it leads to, lists its
/// changes and keeps the other ends of its relationships.
///
/// A graph is used on the isolation of its context alone. An object keeps its graph alive.
@usableFromInline
package protocol ModelGraph: AnyObject {
  /// The store that the graph's objects are of.
  var storeIdentifier: UUID { get }

  // MARK: The object

  /// The identifier of one of the graph's objects.
  func identifier(_ entity: EntityIndex, _ key: Int64) -> PersistentIdentifier
  /// Whether an identifier may be that of an object of a class, told by the entity alone.
  func mayName<Model: PersistentModel>(_ identifier: PersistentIdentifier, _ type: Model.Type)
    -> Bool
  /// References of released objects, which the graph releases one after the other.
  var releaseQueue: ReleaseQueue { get }
  /// Takes an object out of the identity map while its `deinit` runs.
  func unregisterGoing(entity: EntityIndex, key: Int64)
  /// Makes an object one of the graph's, with all that it is related to.
  func insert(_ model: any PersistentModel)

  // MARK: Changes

  /// Lists an object as changed, and tells whoever watches the graph.
  func recordChange(of model: some PersistentModel, _ property: PropertyIndex)
  /// Whether observers of properties are told later.
  var holdsNotices: Bool { get }
  /// Tells the observers of a property when observers are told again.
  func holdNotice(of model: any PersistentModel, _ property: PropertyIndex)
  /// Tells what was held.
  func deliverNotices()

  /// Records that the JSON of a property makes no value.
  func recordUndecodable(
    _ model: any PersistentModel, _ property: PropertyIndex, _ text: UndecodedText,
    _ error: any Error)

  // MARK: Relationships

  /// Changes relationships; others' changes are merged when all is done.
  func relating(_ body: () -> Void)
  /// Loads what a relationship leads to, for a getter. A failure is recorded.
  func fault(_ model: some PersistentModel, _ relationship: ModelRelationship)
  /// Loads what a relationship leads to, for whoever can throw.
  func loadForSave(_ model: any PersistentModel, _ relationship: ModelRelationship) throws
  /// The members that could be read of a relationship that couldn't be read whole.
  func partialMembers(of model: any PersistentModel, _ property: PropertyIndex)
    -> [any PersistentModel]
  /// Records that members were replaced which couldn't be read.
  func recordUnreadReplacement(
    _ model: any PersistentModel, _ relationship: ModelRelationship,
    _ members: [any PersistentModel])
  /// The object with a key, if it is in memory.
  func known(_ type: any PersistentModel.Type, _ key: Int64) -> (any PersistentModel)?
  /// The object that a to-one relationship leads to, loading it when need be.
  func current(_ model: any PersistentModel, _ property: PropertyIndex) -> (any PersistentModel)?
  /// Cuts the other end of a one-to-one relationship, of an object that isn't in memory.
  func cut(
    _ inverse: PropertyIndex, of relationship: ModelRelationship, _ key: Int64,
    from owner: any PersistentModel)
  /// Records a link to an object of another context, which no save writes.
  func recordForeignLink(_ owner: any PersistentModel, _ property: PropertyIndex)
  /// Records that the array of a to-many relationship was changed in place as an append changes it, and has
  /// to be compared before anybody can see a difference; false where the graph's context has ended.
  func recordUnverified(_ owner: any PersistentModel, _ property: PropertyIndex) -> Bool
  /// Compares the arrays that were recorded, and makes the other ends agree with them.
  ///
  /// - Parameters:
  ///   - owner: An object of which one array needn't be compared; nil for none.
  ///   - property: That array's.
  /// - Returns: Whether that one was recorded.
  @discardableResult
  func verifyArrays(but owner: AnyObject?, _ property: PropertyIndex) -> Bool
  /// Records that a link of a link table is made or cut, for the next save.
  func recordLink(
    _ owner: any PersistentModel, _ member: any PersistentModel,
    _ relationship: ModelRelationship, isLinked: Bool)
  /// A place for a member behind those that came before.
  func nextPosition(of member: any PersistentModel, _ relationship: ModelRelationship) -> Int64
}
