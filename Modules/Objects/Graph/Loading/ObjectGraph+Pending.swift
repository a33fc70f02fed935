import Foundation
package import StrataModel
import StrataPredicates
package import StrataQuery
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// A query for unsaved objects, which SQL doesn't know.
  ///
  /// Saved and unsaved objects are matched and sorted by the same rules, which are SQL's.
  package final class Pending<Model: PersistentModel> {
    private let query: Query
    // Created for the first object, since most fetches have no unsaved ones.
    private lazy var condition = query.predicate.map { QueryEvaluator.condition($0) }
    private lazy var order = StoredOrder<Model>(query.sort)

    package init(_ query: Query) { self.query = query }

    /// True if an object matches the predicate.
    ///
    /// - Parameter search: Tests texts by the rules of the store, or nil for those of a file.
    func matches(_ model: Model, search: QueryEvaluator.SearchTest?) throws -> Bool {
      try condition?(QueryEvaluator.Variables(model, search: search)) ?? true
    }

    /// Merges unsaved objects into the store's ordered results.
    func merged(_ stored: [Model], _ unsaved: [Model]) throws -> [Model] {
      try order.merged(stored, unsaved)
    }
  }

  /// The objects of a class with unsaved changes, each once. SQL doesn't see them as they are.
  package func pendingObjects<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    dropStaleInserts()
    guard hasChanges else { return [] }
    let isPolymorphic = try entities[index(of: type)].table.isPolymorphic
    var found: [T] = []
    func add(_ model: any PersistentModel) {
      guard isPolymorphic || Swift.type(of: model) == T.self, let model = model as? T else {
        return
      }
      found.append(model)
    }
    for model in pending.inserted { add(model) }
    // An object is in two lists if it was inserted or deleted besides.
    for model in pending.changed where model._$state.flags.isDisjoint(with: [.inserted, .deleted]) {
      add(model)
    }
    for model in pending.deleted { add(model) }
    return found
  }

  /// The unsaved objects that match a query.
  package func matching<T: PersistentModel>(_ candidates: [T], _ pending: Pending<T>) throws -> [T]
  {
    let search = searchTest
    return try candidates.filter {
      try !$0._$state.flags.contains(.deleted) && pending.matches($0, search: search)
    }
  }

  /// Tests the texts of unsaved objects by a server's own rules. Nil for a store in a file, whose rules
  /// are those of a database in memory.
  var searchTest: QueryEvaluator.SearchTest? {
    guard store.tables.dialect != .sqlite else { return nil }
    return { [reader] search, texts in try reader.finds(search, in: texts) }
  }

  /// The keys of the objects that have a row, which an SQL query excludes. Nil if there are none.
  package static func rows(of models: [some PersistentModel]) -> [Int64]? {
    let keys = models.filter { !$0._$state.flags.contains(.inserted) }.map { $0._$state.key }
    return keys.isEmpty ? nil : keys
  }
}
