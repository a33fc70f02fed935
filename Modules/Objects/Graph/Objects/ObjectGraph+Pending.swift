import Foundation
package import StrataModel
import StrataPredicates
package import StrataQuery
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// A query as unsaved objects are held against it, since SQL knows only saved ones.
  ///
  /// Saved or not, an object meets a predicate and finds its place by the same rules, which are SQL's.
  package final class Pending<Model: PersistentModel> {
    private let query: Query
    // Made for the first object: most fetches have none that is unsaved.
    private lazy var condition = query.predicate.map { QueryEvaluator.condition($0) }
    private lazy var order = StoredOrder<Model>(query.sort)

    package init(_ query: Query) { self.query = query }

    /// Whether an object meets the predicate.
    func matches(_ model: Model) throws -> Bool {
      try condition?(QueryEvaluator.Variables(model)) ?? true
    }

    /// Puts unsaved objects among those that the store gave in order.
    func merged(_ stored: [Model], _ unsaved: [Model]) throws -> [Model] {
      try order.merged(stored, unsaved)
    }
  }

  /// The objects of a class that SQL sees otherwise than they are, each once.
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
    // A new object that changed is new, and one that changed and was deleted is deleted.
    for model in pending.changed where model._$state.flags.isDisjoint(with: [.inserted, .deleted]) {
      add(model)
    }
    for model in pending.deleted { add(model) }
    return found
  }

  /// The unsaved objects that fit.
  package func matching<T: PersistentModel>(_ candidates: [T], _ pending: Pending<T>) throws -> [T]
  {
    try candidates.filter {
      try !$0._$state.flags.contains(.deleted) && pending.matches($0)
    }
  }

  /// The keys of the objects that have a row, which a query leaves out; nil if no object has one.
  package static func rows(of models: [some PersistentModel]) -> [Int64]? {
    let keys = models.filter { !$0._$state.flags.contains(.inserted) }.map { $0._$state.key }
    return keys.isEmpty ? nil : keys
  }
}
