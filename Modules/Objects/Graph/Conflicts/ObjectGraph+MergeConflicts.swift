package import StrataModel
import StrataSQLite
package import StrataSchema
import StrataStorage

// Recording of conflicts. A merge records where others have saved changes of an object with unsaved
// changes. The save resolves the conflicts by the context's policy.
extension ObjectGraph {
  /// Records that others have saved changes of an object with unsaved changes.
  ///
  /// A merge calls this while it reads the history, before it reads any rows.
  func contest(
    _ model: any PersistentModel, _ entity: EntityIndex, _ properties: PropertySet,
    in merge: inout Merge
  ) {
    let flags = model._$state.flags
    guard !flags.isDisjoint(with: [.listed, .deleted]) else { return }
    merge.contested[entity, default: [:]][model._$state.key, default: PropertySet()]
      .formUnion(properties)
    guard mergePolicy == .overwrite, flags.contains(.listed) else { return }
    // Under `overwrite` all values that the object has count as changed here. Otherwise the merge would replace those
    // that only others have changed. What it hasn't read it has no value of, so that theirs remains.
    var kept = entities[entity].contestable(properties)
    if let unread = model._$state.unread { kept.subtract(unread.properties) }
    func record(_ model: some PersistentModel) { model._$state.changed.formUnion(kept) }
    record(model)
    for relationship in entities[entity].relationships
    where relationship.isToOne && relationship.inverse != nil && kept.contains(relationship.index) {
      merge.kept.append((model, relationship))
    }
  }

  /// Returns the properties in which an object's unsaved changes may conflict with a save of others: its own changed ones,
  /// or all if the object is deleted here.
  ///
  /// - Parameter properties: The properties that others have saved.
  func contested(_ properties: PropertySet, of model: any PersistentModel) -> PropertySet {
    var contested = properties
    if !model._$state.flags.contains(.deleted) { contested.formIntersection(model._$state.changed) }
    return entities[model._$state.entity].contestable(contested)
  }

  /// Records the conflicts of a merge, before it applies the rows to the objects.
  func recordConflicts(of merge: Merge) {
    // Sorted, since the order of dictionaries varies and conflicts are reported in this order.
    for (entity, objects) in merge.contested.sorted(by: { $0.key < $1.key }) {
      for (key, properties) in objects.sorted(by: { $0.key < $1.key }) {
        guard let model = object(entity, key) as? any PersistentModel else { continue }
        let row = merge.rows[entity]?[key]
        let changed = model._$state.changed
        var contested = self.contested(row == nil ? changed : properties, of: model)
        if let row, model._$state.flags.contains(.deleted) {
          for property in contested.indices
          where original(of: model, property).isKnown(toEqual: row.columns(of: property)) {
            contested.subtract(PropertySet(property))
          }
        }
        if let row {
          if !model._$state.flags.contains(.deleted) {
            updateOriginals(of: model, row, but: changed)
          }
          // An earlier conflict is over if others have changed the value back.
          var settled = properties
          settled.subtract(contested)
          pending.conflicts.update(model, theirs: row, without: settled)
          guard !contested.isEmpty else { continue }
        } else if model._$state.flags.contains(.deleted) {
          continue  // Both sides have deleted the object, which is no conflict.
        }
        pending.conflicts.record(
          PendingConflict(
            model: model, identifier: model.persistentModelID, properties: contested, theirs: row))
      }
    }
  }

  /// The properties of an object that conflict with what others have saved.
  package func recordedConflicts(of model: any PersistentModel) -> PropertySet {
    pending.conflicts.properties(of: model)
  }

  /// The unresolved conflicts, with their values.
  package func currentConflicts() -> [MergeConflict] { pending.conflicts.all.compactMap(conflict) }

  /// Returns a recorded conflict with its values, nil if both sides are equal by now.
  func conflict(_ contested: PendingConflict) -> MergeConflict? {
    let model = contested.model
    guard let row = contested.theirs else {
      return MergeConflict(
        object: contested.identifier, kind: .deletedElsewhere,
        properties: properties(contested.properties, of: model, theirs: nil))
    }
    guard model._$state.graph === self else { return nil }
    if model._$state.flags.contains(.deleted) {
      return MergeConflict(
        object: contested.identifier, kind: .deletedHere,
        properties: properties(contested.properties, of: model, theirs: row))
    }
    var both = contested.properties
    both.formIntersection(model._$state.changed)
    let deletedAt = entities[model._$state.entity].deletedAt.map {
      type(of: model)._$entity.properties[$0].name
    }
    func isDate(_ value: MergeConflict.Value?) -> Bool {
      value != nil && value != .columns([.null])
    }
    func isKnown(_ value: MergeConflict.Value?, toEqual other: MergeConflict.Value?) -> Bool {
      value != nil && value == other
    }
    let properties = properties(both, of: model, theirs: row).filter {
      // Both sides have deleted the object by a date.
      if $0.name == deletedAt, isDate($0.mine), isDate($0.theirs) { return false }
      return !isKnown($0.mine, toEqual: $0.theirs) && !isKnown($0.original, toEqual: $0.theirs)
    }
    guard !properties.isEmpty else { return nil }
    return MergeConflict(object: contested.identifier, kind: .changedByBoth, properties: properties)
  }

  private func properties(
    _ properties: PropertySet, of model: any PersistentModel, theirs row: StoredRow?
  ) -> [MergeConflict.Property] {
    let entity = type(of: model)._$entity
    let isDeleted = model._$state.graph === self && model._$state.flags.contains(.deleted)
    return properties.indices.compactMap { index in
      let relationship = entity.relationships[index]
      // Each link of a many-to-many relationship is separate and can't conflict.
      if let relationship, !relationship.isToOne { return nil }
      func value(_ columns: [ColumnValue]) -> MergeConflict.Value {
        guard let relationship else { return .columns(columns) }
        guard case .integer(let key) = columns.first, key != 0 else { return .object(nil) }
        let target = destination(of: relationship)
        return .object(target.map { identifier($0, key) })
      }
      let mine = isDeleted ? nil : mine(index, of: model)
      return MergeConflict.Property(
        name: entity.properties[index].name, mine: mine.map(value),
        theirs: row.flatMap { $0.columns(of: index).value.map(value) },
        original: original(of: model, index).value.map(value))
    }
  }

  private func mine(_ property: PropertyIndex, of model: any PersistentModel) -> [ColumnValue]? {
    // Dropped: the error of a value that can't be stored, which the save throws. An object that left the graph has
    // its last values.
    var binder = Binder(recording: PropertySet(property))
    guard (try? model._$bind(&binder)) != nil else { return nil }
    return binder.values
  }
}

extension GraphEntity {
  /// The subset of properties that can be in conflict.
  ///
  /// To-many relationships can't be: their links are columns of the members, or separate rows of a
  /// link table. Nor can what each save sets, since both sides have set it.
  fileprivate func contestable(_ properties: PropertySet) -> PropertySet {
    var contestable = properties
    contestable.subtract(memberKept)
    contestable.subtract(stamped)
    for relationship in relationships where relationship.usesLinkTable {
      contestable.subtract(PropertySet(relationship.index))
    }
    return contestable
  }
}
