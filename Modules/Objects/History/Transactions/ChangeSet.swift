public import StrataModel
internal import StrataStorage

/// The net changes of transactions by object: inserted and deleted objects, and updated properties.
///
/// ```swift
/// for transaction in transactions {
///   for update in transaction.changeSet.updated(Trip.self) { … }
/// }
/// ```
///
/// Combines changes of several transactions. An object that they inserted and then updated
/// counts as inserted. It omits one that they inserted and deleted. A property that they updated
/// twice appears once.
public struct ChangeSet: Sendable {
  private var objects: [PersistentIdentifier: Object] = [:]
  private var order: [PersistentIdentifier] = []

  /// The changes of one object. A deleted object that returned has both.
  private struct Object {
    var insertion: (any HistoryInsert)?
    var update: (any HistoryUpdate)?
    var deletion: (any HistoryDelete)?
    var propertyNames: [String] = []
  }

  /// Combines changes, given in the order in which they were made. O(number of changes).
  public init(_ changes: some Sequence<HistoryChange>) {
    for change in changes { add(change) }
  }

  /// Combines transactions, given in the order in which they were saved. O(number of changes).
  public init(_ transactions: [DefaultHistoryTransaction]) {
    self.init(transactions.lazy.flatMap(\.changes))
  }

  private mutating func add(_ change: HistoryChange) {
    let identifier = change.changedPersistentIdentifier
    var object = objects[identifier] ?? Object()
    if objects[identifier] == nil { order.append(identifier) }
    switch change {
    case .insert(let insertion): object.insertion = insertion
    case .update(let update):
      guard object.insertion == nil else { break }
      object.update = update
      let known = object.propertyNames
      object.propertyNames += update.propertyNames.filter { !known.contains($0) }
    case .delete(let deletion):
      // An object that was inserted and deleted within these changes has no effect.
      if object.insertion == nil { object.deletion = deletion }
      object.insertion = nil
      object.update = nil
    }
    objects[identifier] = object
  }

  /// True if there are no changes.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The inserted objects, in order.
  public var inserted: [PersistentIdentifier] { order.filter { objects[$0]?.insertion != nil } }

  /// The updated objects, in order of their first change.
  public var updated: [PersistentIdentifier] { order.filter { objects[$0]?.update != nil } }

  /// The deleted objects, in order of their first change.
  public var deleted: [PersistentIdentifier] { order.filter { objects[$0]?.deletion != nil } }

  /// The names of an object's updated properties, as they were then. Empty if it wasn't updated.
  public func updatedProperties(of object: PersistentIdentifier) -> [String] {
    objects[object].flatMap { $0.update == nil ? nil : $0.propertyNames } ?? []
  }

  /// The inserted objects of a class and its subclasses, in order.
  public func inserted<Model: PersistentModel>(
    _ type: Model.Type
  ) -> [DefaultHistoryInsert<Model>] {
    order.compactMap { identifier in
      guard let insertion = objects[identifier]?.insertion, insertion.isOf(type) else { return nil }
      return DefaultHistoryInsert(
        changedPersistentIdentifier: identifier,
        transactionIdentifier: insertion.transactionIdentifier)
    }
  }

  /// The updated objects of a class and its subclasses, in order of their first change.
  ///
  /// Each contains all updated properties, and the number of the last transaction.
  public func updated<Model: PersistentModel>(
    _ type: Model.Type
  ) -> [DefaultHistoryUpdate<Model>] {
    order.compactMap { identifier in
      guard let object = objects[identifier], let update = object.update, update.isOf(type) else {
        return nil
      }
      return DefaultHistoryUpdate(
        changedPersistentIdentifier: identifier,
        transactionIdentifier: update.transactionIdentifier,
        updatedAttributes: Model.keyPaths(to: object.propertyNames),
        updatedPropertyNames: object.propertyNames)
    }
  }

  /// The deleted objects of a class and its subclasses, in order of their first change.
  ///
  /// Each contains its preserved values.
  public func deleted<Model: PersistentModel>(
    _ type: Model.Type
  ) -> [DefaultHistoryDelete<Model>] {
    order.compactMap { identifier in
      guard let deletion = objects[identifier]?.deletion, deletion.isOf(type) else { return nil }
      return DefaultHistoryDelete(
        changedPersistentIdentifier: identifier,
        transactionIdentifier: deletion.transactionIdentifier,
        tombstone: HistoryTombstone(kept: deletion.kept))
    }
  }
}

extension DefaultHistoryTransaction {
  /// The transaction's changes by object. O(number of changes).
  public var changeSet: ChangeSet { ChangeSet(changes) }
}

extension HistoryInsert {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool {
    Model._$entity.isKind(of: type._$entity)
  }
}

extension HistoryUpdate {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool {
    Model._$entity.isKind(of: type._$entity)
  }

  /// The names of the properties. For a type of another module, the names that the class has now.
  var propertyNames: [String] {
    if let update = self as? DefaultHistoryUpdate<Model> { return update.updatedPropertyNames }
    return updatedAttributes.map { Model._$entity.words(for: $0) }
  }
}

extension HistoryDelete {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool {
    Model._$entity.isKind(of: type._$entity)
  }

  var kept: HistoryEntry.Tombstone? { tombstone.kept }
}
