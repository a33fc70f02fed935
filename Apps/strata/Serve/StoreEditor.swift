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
    do {
      try environment.context.save()
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
      let name = ArgumentValue(one.relationship.name, column: 1)
      do {
        let added = try one.addedNames.map {
          try PropertyAssignment(
            name, ArgumentValue($0, column: 1), entity: entity, environment
          ).member()
        }
        let kept = try object.related(forKey: name.text).filter {
          !one.dropped.contains("\($0.persistentModelID)")
        }
        let known = Set(kept.map(\.persistentModelID))
        try object.setRelated(
          kept + added.filter { !known.contains($0.persistentModelID) }, forKey: name.text)
      } catch {
        form.members[index].fault = ShellError(error)
        isTaken = false
      }
    }
    return isTaken
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
