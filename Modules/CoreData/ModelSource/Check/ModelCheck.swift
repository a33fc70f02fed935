public import StrataDescriptions

/// Looks through a model for what works, but may not do what was meant.
public struct ModelCheck: Sendable {
  /// Whether the model is to be kept in CloudKit, which has rules of its own.
  public var isForCloudKit: Bool

  /// The usual check.
  public init(isForCloudKit: Bool = false) { self.isForCloudKit = isForCloudKit }

  /// What there is to say of a model, in its order. O(number of properties × depth of inheritance).
  public func findings(in model: ManagedObjectModel) -> [ModelFinding] {
    var finder = FindingFinder(model)
    finder.addProblems()
    finder.checkNames()
    finder.checkRelationships()
    finder.checkIndexes()
    if isForCloudKit { finder.checkForCloudKit() }
    return finder.sorted
  }
}

/// Collects what is found in a model.
struct FindingFinder {
  let model: ManagedObjectModel
  let entities: [String: EntityDescription]
  let lineage: ModelLineage
  /// Attributes of classes with initial values, also such as a description has no form for.
  let initialValues: Set<ModelPlace>
  private var findings: [ModelFinding] = []
  private var seen: Set<ModelFinding> = []

  init(_ model: ManagedObjectModel, initialValues: Set<ModelPlace> = []) {
    self.model = model
    self.initialValues = initialValues
    entities = model.entitiesByName
    lineage = ModelLineage(model)
  }

  mutating func add(
    _ severity: ModelFinding.Severity, _ rule: ModelFinding.Rule, _ entity: String?,
    _ property: String? = nil, _ text: String
  ) {
    let finding = ModelFinding(
      severity, rule, ModelPlace(entity: entity, property: property), text)
    if seen.insert(finding).inserted { findings.append(finding) }
  }

  mutating func addProblems() {
    for problem in model.problems() {
      switch problem.kind {
      // Told with what to do by rules of their own.
      case .noInverse, .similarEntity, .similarProperty: continue
      default: break
      }
      add(
        problem.severity == .error ? .error : .warning, .problem, problem.entityName,
        problem.propertyName, Self.text(of: problem))
    }
  }

  // Its place is a column of its own.
  private static func text(of problem: ModelProblem) -> String {
    let place = [problem.entityName, problem.propertyName].compactMap { $0 }.joined(separator: ".")
    let whole = problem.description
    return place.isEmpty || !whole.hasPrefix("\(place): ")
      ? whole : String(whole.dropFirst(place.count + 2))
  }

  /// In the model's order: what is about the model as a whole, then entity by entity.
  var sorted: [ModelFinding] {
    var order: [ModelPlace: Int] = [ModelPlace(): 0]
    for entity in model.entities {
      let names = [nil] + entity.properties.map { Optional($0.name) }
      for name in names {
        let place = ModelPlace(entity: entity.name, property: name)
        if order[place] == nil { order[place] = order.count }
      }
    }
    return findings.enumerated().sorted { one, other in
      (order[one.element.place] ?? .max, one.offset) < (
        order[other.element.place] ?? .max, other.offset
      )
    }.map(\.element)
  }
}
