public import StrataDescriptions

/// A check of a model for things that work but may not be as intended.
public struct ModelCheck: Sendable {
  /// True to check CloudKit's rules as well.
  public var isForCloudKit: Bool

  /// Creates a check.
  public init(isForCloudKit: Bool = false) { self.isForCloudKit = isForCloudKit }

  /// Checks a model and returns the findings in its order. O(number of properties × depth of
  /// inheritance).
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

/// Collects the findings in a model.
struct FindingFinder {
  let model: ManagedObjectModel
  let entities: [String: EntityDescription]
  let lineage: ModelLineage
  /// The attributes of classes with initial values, including values that a description can't
  /// represent.
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
      // Rules of their own report these with a remedy.
      case .noInverse, .similarEntity, .similarProperty: continue
      default: break
      }
      add(
        problem.severity == .error ? .error : .warning, .problem, problem.entityName,
        problem.propertyName, Self.text(of: problem))
    }
  }

  // The text without the entity and property, which the finding has separately.
  private static func text(of problem: ModelProblem) -> String {
    let place = [problem.entityName, problem.propertyName].compactMap { $0 }.joined(separator: ".")
    let whole = problem.description
    return place.isEmpty || !whole.hasPrefix("\(place): ")
      ? whole : String(whole.dropFirst(place.count + 2))
  }

  /// The findings in the model's order: those about the whole model first, then entity by entity.
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
