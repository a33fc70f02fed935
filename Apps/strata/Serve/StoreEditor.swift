@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import Foundation
import StrataInspectPlugin
import Strata
import StrataApplication
import StrataCoreDataStores
import StrataShell
import StrataStack

/// Changes of a store by the forms of its pages.
///
/// Each change opens the store anew: between two changes other programs have it for themselves.
@MainActor struct StoreEditor {
  /// The author of the changes in the store's history.
  static let author = "strata serve"

  let path: String
  let model: String?
  let policy: CoreDataWritePolicy
  let isOfStrata: Bool
  let output: Output

  /// The outcome of a form that was sent.
  enum Outcome {
    /// The object was saved.
    case saved(String)
    /// Fields couldn't be taken, or the store has refused them. The form says which.
    case refused(ObjectForm, ShellError)
    /// Others have changed fields since the page was made. The form shows the values that they have now.
    case conflict(ObjectForm)
    /// The object isn't in the store any more.
    case missing
  }

  /// Opens the store once, so that a store that can't be changed is told at once.
  ///
  /// - Throws: As ``EditedStore``.
  func check() throws { _ = try environment() }

  private func environment() throws -> ApplicationEnvironment {
    let store = try EditedStore(
      path, model: model, policy: policy, author: Self.author, isOfStrata: isOfStrata)
    let environment = ApplicationEnvironment(
      stack: store.stack, output: output, plugins: [InspectPlugin()])
    // The page asks the person instead.
    environment.context.mergePolicy = .error
    environment.context.uniqueConflictPolicy = .error
    return environment
  }

  /// Changes the fields of an object that differ from those that the page has shown.
  ///
  /// - Throws: Errors of opening the store.
  func change(_ entity: Schema.Entity, _ key: Int64, _ form: ObjectForm) throws -> Outcome {
    for _ in 1..<Self.attemptCount {
      do {
        return try changeOnce(entity, key, form)
      } catch StackError.mergeConflicts, StackError.deletedElsewhere {
        // Others have saved since the store was opened here. The next look finds which values.
        continue
      }
    }
    do {
      return try changeOnce(entity, key, form)
    } catch let error as StackError {
      return .refused(form, ShellError(error))
    }
  }

  /// The number of times that a change is tried while others save the same values.
  private static let attemptCount = 5

  private func changeOnce(
    _ entity: Schema.Entity, _ key: Int64, _ form: ObjectForm
  ) throws -> Outcome {
    var form = form
    let changed = form.changed
    let environment = try environment()
    guard let object = try environment.context.model(entity: entity.name, key: key) else {
      return .missing
    }
    guard !changed.isEmpty || form.members.contains(where: \.isChanged) else {
      return .saved("\(object.persistentModelID)")
    }
    for field in changed {
      let now = try value(of: field, in: object)
      guard let shown = form.shown[field.name], !isSame(shown, now, field) else { continue }
      form.shown[field.name] = now
      form.faults[field.name] = ShellError(
        "others have changed this from \(quoted(shown)) to \(quoted(now)) meanwhile",
        hint: "save again to replace it by yours")
    }
    guard form.faults.isEmpty else { return .conflict(form) }
    for field in changed {
      do {
        try PropertyAssignment(
          ArgumentValue(field.name, column: 1), form.argument(field), entity: entity, environment
        ).perform(on: object)
      } catch {
        form.faults[field.name] = ShellError(error)
      }
    }
    guard try change(&form, of: object, entity, environment), form.faults.isEmpty else {
      return .refused(form, Self.untaken)
    }
    guard environment.context.hasChanges else { return .saved("\(object.persistentModelID)") }
    do {
      try environment.context.save()
    } catch StorageError.busy {
      return .refused(form, Self.busy)
    } catch StackError.mergeConflicts(let conflicts) {
      throw StackError.mergeConflicts(conflicts)
    } catch StackError.deletedElsewhere(let object) {
      throw StackError.deletedElsewhere(object: object)
    } catch {
      return .refused(form, ShellError(error))
    }
    return .saved("\(object.persistentModelID)")
  }

  /// Adds and takes out the members of to-many relationships.
  ///
  /// - Returns: False if something can't be added. The form says what.
  private func change(
    _ form: inout ObjectForm, of object: any PersistentModel, _ entity: Schema.Entity,
    _ environment: ApplicationEnvironment
  ) throws -> Bool {
    var isTaken = true
    for index in form.members.indices where form.members[index].isChanged {
      let one = form.members[index]
      do {
        func member(_ name: String) throws -> any PersistentModel {
          try PropertyAssignment(
            ArgumentValue(one.relationship.name, column: 1), ArgumentValue(name, column: 1),
            entity: entity, environment
          ).member()
        }
        // One that is gone by now needn't be taken out.
        let dropped = try one.dropped.sorted().compactMap { name in
          try isObject(name, environment) ? member(name) : nil
        }
        try MembersOfObject(object, one.relationship, environment)
          .change(adding: try one.addedNames.map(member), dropping: dropped)
      } catch {
        form.members[index].fault = ShellError(error)
        isTaken = false
      }
    }
    return isTaken
  }

  /// True if there is the object that a name says.
  ///
  /// - Throws: A usage error for a text that names none.
  private func isObject(_ name: String, _ environment: ApplicationEnvironment) throws -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0 else {
      throw ShellError("“\(name)” names no object", kind: .usage)
    }
    let name = String(parts[0])
    guard environment.stack.container.schema.entitiesByName[name] != nil else {
      throw ShellError("there is no entity “\(name)”", kind: .usage)
    }
    return try environment.context.model(entity: name, key: key) != nil
  }

  /// Inserts an object of an entity.
  ///
  /// - Throws: Errors of opening the store.
  func insert(_ entity: Schema.Entity, _ form: ObjectForm) throws -> Outcome {
    var form = form
    let environment = try environment()
    var assignments: [PropertyAssignment] = []
    for field in form.fields {
      guard let given = form.given[field.name] else { continue }
      // A field that is left out has its initial value. An empty text is a value.
      if given == nil, (form.shown[field.name] ?? nil) == nil { continue }
      if given == "", !field.isText { continue }
      do {
        let assignment = try PropertyAssignment(
          ArgumentValue(field.name, column: 1), form.argument(field), entity: entity, environment)
        switch field.property {
        case .attribute(let attribute):
          var columns = attribute.columns.map { _ in ColumnValue.null }
          try assignment.fill(&columns, of: attribute)
        case .relationship(let one): _ = try assignment.target(one)
        }
        assignments.append(assignment)
      } catch {
        form.faults[field.name] = ShellError(error)
      }
    }
    guard form.faults.isEmpty else { return .refused(form, Self.untaken) }
    do {
      let object = try NewObject(entity, assignments, environment).insert(
        naming: ArgumentValue(entity.name, column: 1))
      guard try change(&form, of: object, entity, environment) else {
        return .refused(form, Self.untaken)
      }
      try environment.context.save()
      return .saved("\(object.persistentModelID)")
    } catch {
      var error = ShellError(error)
      // The hint of the command line.
      if error.kind == .usage { error.hint = nil }
      return .refused(form, error)
    }
  }

  /// Deletes an object, and what its delete rules delete with it.
  ///
  /// - Returns: False if it is deleted already.
  /// - Throws: Errors of opening the store, and of the save.
  func delete(_ entity: Schema.Entity, _ key: Int64) throws -> Bool {
    let environment = try environment()
    guard let object = try environment.context.model(entity: entity.name, key: key) else {
      return false
    }
    environment.context.delete(object)
    try environment.context.save()
    return true
  }

  /// Takes a save back by the former values that the store keeps.
  ///
  /// - Returns: The number of the save that did.
  /// - Throws: ``ShellError`` if later changes conflict, or if there is nothing to take back. Errors of opening the
  ///   store, and of the save.
  func undo(_ number: Int64) throws -> Int64 {
    let environment = try environment()
    let context = environment.context
    // `undo` and `redo` of a shell know it by this name.
    context.name = "undo \(number)"
    do {
      try context.undo(transaction: number)
    } catch UndoError.nothingToUndo {
      throw ShellError("save \(number) changed nothing that can be taken back")
    } catch let error as UndoError {
      throw ShellError("save \(number) can't be taken back: \(error.reason)")
    } catch StackError.unsupportedMemory(let reason) {
      throw ShellError("save \(number) can't be taken back: \(reason)")
    }
    guard context.hasChanges else {
      throw ShellError("nothing is left of save \(number) to take back")
    }
    try context.save()
    return try context.lastHistoryNumber()
  }

  private static let busy = ShellError(
    "nothing was saved: another program keeps the store locked", hint: "try again in a moment")
  private static let untaken = ShellError("nothing was saved: a field can't be taken")

  private func quoted(_ value: ObjectForm.Value) -> String {
    value.map { "“\($0.prefix(200))”" } ?? "no value"
  }

  private func value(
    of field: ObjectForm.Field, in object: any PersistentModel
  ) throws -> ObjectForm.Value {
    switch field.property {
    case .attribute(let attribute):
      let values = try object.columnValues(forKey: attribute.name)
      guard let index = attribute.columns.firstIndex(where: { $0.part == field.column?.part }),
        values.indices.contains(index), !values[index].isNull
      else { return nil }
      return ObjectForm.normal(
        Cell(values[index], attribute.columns[index]).text(in: output.timeZone))
    case .relationship(let one):
      return try object.related(forKey: one.name).first.map { "\($0.persistentModelID)" }
    }
  }

  /// Compares what a page has shown with a value. A page names a linked object by the relationship's entity.
  private func isSame(
    _ shown: ObjectForm.Value, _ now: ObjectForm.Value, _ field: ObjectForm.Field
  ) -> Bool {
    guard field.column == nil else { return shown == now }
    return shown?.split(separator: "/").last == now?.split(separator: "/").last
  }
}

/// The members of an object's to-many relationship, to be changed.
@MainActor private struct MembersOfObject {
  private let object: any PersistentModel
  private let relationship: Schema.Relationship
  private let inverse: Schema.Relationship?

  init(
    _ object: any PersistentModel, _ relationship: Schema.Relationship,
    _ environment: ApplicationEnvironment
  ) {
    self.object = object
    self.relationship = relationship
    let destination =
      environment.stack.container.schema.entitiesByName[relationship.destination]
    inverse = destination?.relationships.first { $0.name == relationship.inverseName }
  }

  /// Adds members behind those that are there, and takes others out. One that is there stays, and nothing is changed if
  /// nothing differs.
  func change(
    adding added: [any PersistentModel], dropping dropped: [any PersistentModel]
  ) throws {
    if let inverse, inverse.isToOne {
      // The other end says it, without the other members, which may be many.
      for member in dropped where try isMember(member, by: inverse) {
        try member.setRelated(nil, forKey: inverse.name)
      }
      for member in added where try !isMember(member, by: inverse) {
        try member.setRelated(object, forKey: inverse.name)
      }
      return
    }
    let gone = Set(dropped.map(\.persistentModelID))
    let members = try object.related(forKey: relationship.name)
    let kept = members.filter { !gone.contains($0.persistentModelID) }
    let known = Set(kept.map(\.persistentModelID))
    let all = kept + added.filter { !known.contains($0.persistentModelID) }
    guard all.map(\.persistentModelID) != members.map(\.persistentModelID) else { return }
    try object.setRelated(all, forKey: relationship.name)
  }

  private func isMember(
    _ member: any PersistentModel, by inverse: Schema.Relationship
  ) throws -> Bool {
    try member.related(forKey: inverse.name).first?.persistentModelID == object.persistentModelID
  }
}
