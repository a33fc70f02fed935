import StrataContexts
import StrataModel
import StrataQuery
import StrataSchema

/// The entities and properties whose changes can affect a query's result.
struct QueryDependencies {
  private enum Properties {
    case all
    case only(PropertySet)
  }

  /// By the entity's index in the graph. Changes of other entities don't affect the result.
  private var entities: [EntityIndex: Properties] = [:]
  private var variables: [Int: String] = [:]
  private let graph: ObjectGraph
  private let countsPending: Bool
  /// True if the result depends on related objects, whose saved state counts.
  private(set) var followsRelationships = false

  /// - Parameter countsPending: True if unsaved changes affect the result.
  init(_ query: Query, in graph: ObjectGraph, countingPending countsPending: Bool) {
    self.graph = graph
    self.countsPending = countsPending
    variables[0] = query.entity
    record(query.entity)
    if let predicate = query.predicate { record(predicate) }
    for key in query.sort { record(key.expression) }
  }

  /// The dependencies of aggregates and groups, which include unsaved changes.
  init(_ query: GroupedQuery, in graph: ObjectGraph) {
    self.init(query.query, in: graph, countingPending: true)
    for value in query.keys + query.measures.compactMap(\.value) { record(value.expression) }
  }

  /// The changes for which the graph must notify the observer.
  var interests: Set<GraphInterest> {
    var interests: Set<GraphInterest> = []
    for (entity, properties) in entities {
      interests.insert(.membership(entity))
      if case .only(let properties) = properties {
        for property in properties.indices { interests.insert(.property(entity, property)) }
      } else {
        interests.insert(.anyProperty(entity))
      }
    }
    if countsPending { interests.insert(.rollback) }
    if !countsPending || followsRelationships { interests.insert(.save) }
    return interests
  }

  /// True if a change can affect the result.
  func includes(_ change: GraphChange) -> Bool {
    switch change {
    case .membership(let entity), .arrivals(let entity, _, _): entities[entity] != nil
    case .property(_, let entity, let property):
      switch entities[entity] {
      case .all: true
      case .only(let properties): properties.contains(property)
      case nil: false
      }
    case .properties(let entity, let changed), .values(_, let entity, let changed):
      switch entities[entity] {
      case .all: true
      case .only(let properties): changed.indices.contains { properties.contains($0) }
      case nil: false
      }
    case .rollback: countsPending
    case .save: !countsPending
    }
  }

  /// Records an entity and its subclasses, which have its properties at the same indexes.
  private mutating func record(_ entity: String, _ property: String? = nil) {
    guard let index = graph.index(named: entity) else { return }
    let own = graph.entities[index]
    let position = property.flatMap { name in
      own.entity.properties.first { $0.name == name }?.index
    }
    for other in own.kinds {
      var properties = PropertySet()
      switch entities[other] {
      case .all: continue
      case .only(let known): properties = known
      case nil: break
      }
      if let position { properties.insert(position) }
      entities[other] = .only(properties)
    }
  }

  /// Records the path to an object and returns the entity at its end.
  @discardableResult
  private mutating func record(_ path: QueryPath) -> String {
    var entity = variables[path.variable] ?? ""
    for step in path.steps {
      followsRelationships = true
      record(entity, step.relationship)
      record(step.destination)
      entity = step.destination
    }
    return entity
  }

  private mutating func record(_ collection: QueryCollection) {
    followsRelationships = true
    record(record(collection.owner), collection.relationship)
    variables[collection.variable] = collection.destination
    // A change of the inverse property adds or removes members.
    let relationship = graph.index(named: collection.entity).flatMap { index in
      graph.entities[index].relationships.first {
        graph.entities[index].entity.properties[$0.index].name == collection.relationship
      }
    }
    let inverse = relationship.flatMap { relationship in
      relationship.inverse.map { relationship.destination._$entity.properties[$0].name }
    }
    record(collection.destination, inverse)
  }

  private mutating func record(_ expression: QueryExpression) {
    switch expression {
    case .literal: break
    case .column(let path, let column): record(record(path), column.property)
    case .key(let path): record(path)
    case .search(let path, let search), .searchRank(let path, let search):
      let entity = record(path)
      for column in search.columns { record(entity, column.property) }
    case .comparison(_, let lhs, let rhs), .text(_, let lhs, let rhs, _),
      .arithmetic(_, let lhs, let rhs):
      record(lhs)
      record(rhs)
    case .and(let terms), .or(let terms), .function(_, let terms):
      for term in terms { record(term) }
    case .not(let term), .membership(let term, _): record(term)
    case .exists(let collection, let condition):
      record(collection)
      record(condition)
    case .aggregate(_, let collection, let condition, let measured):
      record(collection)
      if let condition { record(condition) }
      if let measured { record(measured) }
    case .json(let document, let steps):
      record(document)
      for case .computed(let key) in steps { record(key) }
    case .element, .elementKey: break
    case .existsElement(let elements, let condition):
      record(elements.document)
      record(condition)
    case .aggregateElements(_, let elements, let condition, let measured):
      record(elements.document)
      if let condition { record(condition) }
      if let measured { record(measured) }
    default:
      // An unknown expression may depend on anything.
      for entity in graph.entities { entities[entity.index] = .all }
    }
  }
}
