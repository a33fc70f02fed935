@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import Strata
import StrataApplication
import StrataQuery
import StrataShell

/// The assignment of values to objects in memory: to all, or to none if one fails.
@MainActor struct ObjectUpdate {
  private let assignments: [QueryAssignment]
  private let environment: ApplicationEnvironment

  init(_ assignments: [QueryAssignment], _ environment: ApplicationEnvironment) {
    self.assignments = assignments
    self.environment = environment
  }

  func perform(on objects: [any PersistentModel]) throws {
    var old: [(object: any PersistentModel, values: [(name: String, columns: [ColumnValue])])] = []
    do {
      for object in objects {
        let names = Set(assignments.map(\.property))
        old.append((object, try names.map { ($0, try object.columnValues(forKey: $0)) }))
        try object.setValues(assignments)
        for plugin in environment.plugins { try plugin.check(object) }
      }
    } catch {
      for (object, values) in old {
        for (name, columns) in values { try object.setColumnValues(columns, forKey: name) }
      }
      guard let object = old.last?.object else { throw error }
      if case StorageError.invalidValue(let invalid) = error {
        throw ShellError("\(object.persistentModelID) can't be updated: \(invalid.reason)")
      }
      throw ShellError("\(object.persistentModelID) can't be updated: \(error)")
    }
  }
}
