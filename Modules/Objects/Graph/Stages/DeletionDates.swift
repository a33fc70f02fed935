package import Foundation
@_spi(Query) package import StrataModel
import StrataSchema
import StrataStorage

// Deletion by a date (`@Attribute(.deletedAt)`). The row and all its links stay, and fetches leave
// the object out.
extension ObjectGraph {
  /// True if a deletion of the object sets a date. A new object leaves the context instead.
  package func keepsDeleted(_ model: any PersistentModel) -> Bool {
    model._$state.graph === self && !model._$state.flags.contains(.inserted)
      && entities[model._$state.entity].deletedAt != nil
  }

  /// True if the object has the date of a deletion.
  package func isMarkedDeleted(_ model: any PersistentModel) throws -> Bool {
    try deletionTime(of: model).map { $0 != [.null] } ?? false
  }

  /// The columns of the date of the object's deletion, or nil if its class has no such property.
  private func deletionTime(of model: any PersistentModel) throws -> [ColumnValue]? {
    guard model._$state.graph === self,
      let property = entities[model._$state.entity].deletedAt
    else { return nil }
    return try model.columnValues(forKey: type(of: model)._$entity.properties[property].name)
  }

  private func setDeletionTime(_ time: [ColumnValue], of model: any PersistentModel) throws {
    guard let property = entities[model._$state.entity].deletedAt else { return }
    // While the object has the value from before.
    model._$recordChange(of: property)
    try model.setColumnValues(time, forKey: type(of: model)._$entity.properties[property].name)
  }

  /// Sets the date of the deletion of an object, and of all objects that its cascades reach and whose
  /// class has such a date. The others stay as they are.
  ///
  /// An object that has a date keeps it.
  package func markDeleted(_ model: any PersistentModel, at time: Date = .now) {
    guard keepsDeleted(model), !model._$state.flags.contains(.deleted) else { return }
    verifyArrays()
    changing {
      do {
        try mark([model], StoredValue.encode(time))
      } catch {
        // A date always has a column. The save reports anything else.
        notices.append(.failure(error))
      }
    }
  }

  private func mark(_ models: [any PersistentModel], _ time: [ColumnValue]) throws {
    var open = models
    while let next = open.popLast() {
      guard next._$state.graph === self, !next._$state.flags.contains(.deleted),
        let before = try deletionTime(of: next), before == [.null]
      else { continue }
      try setDeletionTime(time, of: next)
      for relationship in entities[next._$state.entity].relationships
      where relationship.deleteRule == .cascade {
        do {
          open += try loadedTargets(of: next, relationship)
        } catch {
          recordFailure(next, relationship.index, error, finishesChange: true) { [self] in
            // The object may have been restored since.
            guard next._$state.graph === self, try deletionTime(of: next) == time else { return }
            try reading { try mark(loadedTargets(of: next, relationship), time) }
          }
        }
      }
    }
  }

  private func loadedTargets(
    of model: any PersistentModel, _ relationship: ModelRelationship
  ) throws -> [any PersistentModel] {
    func targets(_ model: some PersistentModel) throws -> [any PersistentModel] {
      try load(model, relationship)
      return known(relationship, of: model)
    }
    return try targets(model)
  }

  /// Removes the date of an object's deletion, and that of all objects that were deleted together with
  /// it.
  ///
  /// - Throws: `StackError.noDeletionDate` if the class has no such property. `StackError.notFound` if
  ///   the object isn't in the context. `StorageError` if related objects can't be read, and nothing has
  ///   changed then.
  package func restoreDeleted(_ model: any PersistentModel) throws {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else {
      throw StackError.notFound(model.persistentModelID)
    }
    guard let time = try deletionTime(of: model) else {
      throw StackError.noDeletionDate(type(of: model)._$entity.name)
    }
    guard time != [.null] else { return }
    verifyArrays()
    var found: [any PersistentModel] = []
    var seen: Set<ObjectIdentifier> = []
    try reading {
      var open: [any PersistentModel] = [model]
      while let next = open.popLast() {
        guard !next._$state.flags.contains(.deleted), try deletionTime(of: next) == time,
          seen.insert(ObjectIdentifier(next)).inserted
        else { continue }
        found.append(next)
        for relationship in entities[next._$state.entity].relationships
        where relationship.deleteRule == .cascade {
          open += try loadedTargets(of: next, relationship)
        }
      }
    }
    for model in found { try setDeletionTime([.null], of: model) }
  }

  /// Removes the date of an object's deletion if it isn't saved yet, and that of all objects that were deleted together
  /// with it.
  func restoreUnsavedDeletion(of model: any PersistentModel) {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted),
      let property = entities[model._$state.entity].deletedAt,
      model._$state.changed.contains(property)
    else { return }
    changing {
      do {
        try restoreDeleted(model)
      } catch {
        // Related objects couldn't be read. The next save reports it.
        notices.append(.failure(error))
      }
    }
  }

  /// The changed objects that a save deletes by a date.
  func newlyMarkedDeleted() throws -> [any PersistentModel] {
    guard hasDeletionDates else { return [] }
    return try pending.changed.filter { model in
      guard !model._$state.flags.contains(.deleted),
        let property = entities[model._$state.entity].deletedAt,
        model._$state.changed.contains(property)
      else { return false }
      return try isMarkedDeleted(model)
    }
  }

  /// The members of a deleted object's relationship that remain.
  func remaining(_ members: [any PersistentModel]) throws -> [any PersistentModel] {
    try members.filter { try !$0._$state.flags.contains(.deleted) && !isMarkedDeleted($0) }
  }
}
