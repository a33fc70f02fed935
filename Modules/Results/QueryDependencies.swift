import StrataModel
import StrataQuery
import StrataSchema
import StrataStack

/// What a query's result depends on: which changes of which entities can matter to it.
struct QueryDependencies {
  private enum Properties {
    case all
    case only(PropertySet)
  }

  /// By the entity's index in the graph; entities that aren't there don't matter.
  private var entities: [Int: Properties] = [:]
  private var variables: [Int: String] = [:]
  private let graph: ObjectGraph

  init(_ query: Query, in graph: ObjectGraph) {
    self.graph = graph
    variables[0] = query.entity
    note(query.entity)
    if let predicate = query.predicate { note(predicate) }
    for key in query.sort { note(key.expression) }
  }

  /// Whether a change can make the result another one.
  func includes(_ change: GraphChange, countingPending: Bool) -> Bool {
    switch change {
    case .membership(let entity): entities[entity] != nil
    case .property(let entity, let property):
      switch entities[entity] {
      case .all: true
      case .only(let properties): properties.contains(property)
      case nil: false
      }
    case .properties(let entity, let changed):
      switch entities[entity] {
      case .all: true
      case .only(let properties): changed.indices.contains { properties.contains($0) }
      case nil: false
      }
    case .rollback: countingPending
    case .save: !countingPending
    }
  }

  /// Notes an entity and its subclasses, which have its properties at the same positions.
  private mutating func note(_ entity: String, _ property: String? = nil) {
    guard let index = graph.index(named: entity) else { return }
    let own = graph.entities[index]
    let position = property.flatMap { name in
      own.entity.properties.first { $0.name == name }?.index
    }
    for (other, candidate) in graph.entities.enumerated() where candidate.isKind(of: own) {
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

  /// Notes the way to an object; gives the entity at its end.
  @discardableResult
  private mutating func note(_ path: QueryPath) -> String {
    var entity = variables[path.variable] ?? ""
    for step in path.steps {
      note(entity, step.relationship)
      note(step.destination)
      entity = step.destination
    }
    return entity
  }

  private mutating func note(_ collection: QueryCollection) {
    note(note(collection.owner), collection.relationship)
    variables[collection.variable] = collection.destination
    // Members come and go with a property of their own, where they have one that leads back.
    let relationship = graph.index(named: collection.entity).flatMap { index in
      graph.entities[index].relationships.first {
        graph.entities[index].entity.properties[$0.index].name == collection.relationship
      }
    }
    let inverse = relationship.flatMap { relationship in
      relationship.inverse.map { relationship.destination._$entity.properties[$0].name }
    }
    note(collection.destination, inverse)
  }

  private mutating func note(_ expression: QueryExpression) {
    switch expression {
    case .literal: break
    case .column(let path, let column): note(note(path), column.property)
    case .key(let path): note(path)
    case .comparison(_, let lhs, let rhs), .text(_, let lhs, let rhs, _),
      .arithmetic(_, let lhs, let rhs):
      note(lhs)
      note(rhs)
    case .and(let terms), .or(let terms), .function(_, let terms):
      for term in terms { note(term) }
    case .not(let term), .membership(let term, _): note(term)
    case .exists(let collection, let condition):
      note(collection)
      note(condition)
    case .aggregate(_, let collection, let condition, let measured):
      note(collection)
      if let condition { note(condition) }
      if let measured { note(measured) }
    case .json(let document, let steps):
      note(document)
      for case .computed(let key) in steps { note(key) }
    case .element, .elementKey: break
    case .existsElement(let elements, let condition):
      note(elements.document)
      note(condition)
    case .aggregateElements(_, let elements, let condition, let measured):
      note(elements.document)
      if let condition { note(condition) }
      if let measured { note(measured) }
    default:
      // What isn't taken apart here may depend on anything.
      for entity in graph.entities.indices { entities[entity] = .all }
    }
  }
}

extension GraphEntity {
  /// Whether objects of this entity are objects of another too.
  fileprivate func isKind(of other: GraphEntity) -> Bool {
    func isKind<Model: PersistentModel>(of other: Model.Type) -> Bool { type is Model.Type }
    return isKind(of: other.type)
  }
}
