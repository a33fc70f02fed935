public import StrataModel
internal import StrataStorage

/// What transactions have changed, by object: which objects were inserted, which properties of which objects
/// have changed, and which objects were deleted.
///
///     for transaction in transactions {
///       for update in transaction.changeSet.updated(Trip.self) { … }
///     }
///
/// Of several transactions it is what they come to: an object that was inserted and then changed was
/// inserted, one that was inserted and deleted was never there, and what was changed twice is named once.
public struct ChangeSet: Sendable {
  private var objects: [PersistentIdentifier: Object] = [:]
  private var order: [PersistentIdentifier] = []

  /// What has become of an object. One that was deleted and came back is both.
  private struct Object {
    var insertion: (any HistoryInsert)?
    var update: (any HistoryUpdate)?
    var deletion: (any HistoryDelete)?
    var propertyNames: [String] = []
  }

  /// What changes come to, given in the order in which they were made. O(number of changes).
  public init(_ changes: some Sequence<HistoryChange>) {
    for change in changes { add(change) }
  }

  /// What transactions come to, given in the order in which they came. O(number of changes).
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
      // What came with these transactions goes without a trace.
      if object.insertion == nil { object.deletion = deletion }
      object.insertion = nil
      object.update = nil
    }
    objects[identifier] = object
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The inserted objects, in order.
  public var inserted: [PersistentIdentifier] { order.filter { objects[$0]?.insertion != nil } }

  /// The objects of which properties have changed, in order of their first change.
  public var updated: [PersistentIdentifier] { order.filter { objects[$0]?.update != nil } }

  /// The deleted objects, in order of their first change.
  public var deleted: [PersistentIdentifier] { order.filter { objects[$0]?.deletion != nil } }

  /// The names of an object's properties that have changed, as they were then; none for an object that
  /// wasn't updated.
  public func updatedProperties(of object: PersistentIdentifier) -> [String] {
    objects[object].flatMap { $0.update == nil ? nil : $0.propertyNames } ?? []
  }

  /// The inserted objects of a class, those of subclasses included, in order.
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

  /// The updated objects of a class, those of subclasses included, with the properties that have changed; in
  /// order of their first change. Each has the last transaction's number.
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

  /// The deleted objects of a class, those of subclasses included, with what is kept of them; in order of
  /// their first change.
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
  /// What the transaction has changed, by object. O(number of changes).
  public var changeSet: ChangeSet { ChangeSet(changes) }
}

extension HistoryInsert {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool { Model.isKind(of: type) }
}

extension HistoryUpdate {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool { Model.isKind(of: type) }

  /// The names of the properties; those that the class has, of an update that isn't the library's own.
  fileprivate var propertyNames: [String] {
    if let update = self as? DefaultHistoryUpdate<Model> { return update.updatedPropertyNames }
    return updatedAttributes.map { Model._$entity.words(for: $0) }
  }
}

extension HistoryDelete {
  fileprivate func isOf(_ type: any PersistentModel.Type) -> Bool { Model.isKind(of: type) }

  fileprivate var kept: HistoryEntry.Tombstone? { tombstone.kept }
}

extension PersistentModel {
  /// Whether objects of the class are objects of another too.
  static func isKind(of type: any PersistentModel.Type) -> Bool {
    func isKind<Other: PersistentModel>(of other: Other.Type) -> Bool { self is Other.Type }
    return isKind(of: type)
  }
}
