extension ModelProblem: CustomStringConvertible {
  /// The entity and property, the problem, and a remedy.
  public var description: String {
    let place = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? text : "\(place): \(text)"
  }

  private var text: String {
    switch kind {
    case .emptyName: "has no name; give it one"
    case .duplicateEntity: "another entity has this name; rename one of them"
    case .similarEntity(let other):
      "“\(other)” differs only in case; SQLite takes both for one name"
    case .duplicateProperty: "another property of the entity has this name; rename one of them"
    case .similarProperty(let other):
      "“\(other)” differs only in case; SQLite takes both for one name"
    case .unknownSuperentity(let name):
      "inherits from “\(name)”, which isn't an entity of the model"
    case .circularInheritance(let names):
      "inherits from itself: " + names.joined(separator: ", ") + "; one of them must stand alone"
    case .deepInheritance(let maximum):
      "inherits over more than \(maximum) entities; put some of them together"
    case .overridesInherited(let entity): "is inherited from “\(entity)” and declared again"
    case .contradictsInherited(let entity):
      "is inherited from “\(entity)” and declared again as something else; rename one of them"
    case .unsavableType(let type):
      "values of the type \(type.name) can't be saved; choose another type, or make it transient"
    case .defaultOfOtherType: "the default isn't a value of the attribute's type"
    case .defaultBeyondLimits: "the default is beyond the attribute's limits"
    case .limitsWithoutValue: "the least value is greater than the greatest"
    case .unknownComposite(let name): "is of the composite “\(name)”, which isn't in the model"
    case .emptyComposite: "consists of nothing; add attributes to its composite"
    case .noDestination: "leads nowhere; give it a destination"
    case .unknownDestination(let name): "leads to “\(name)”, which isn't an entity of the model"
    case .noInverse: "has no inverse, so that nothing keeps both sides in step"
    case .unknownInverse(let name): "the inverse “\(name)” isn't a relationship of the destination"
    case .inverseNotMutual(let name):
      "its inverse has " + (name.map { "the inverse “\($0)”" } ?? "no inverse")
        + "; each must be the other's"
    case .inverseOfOtherEntity(let name): "its inverse leads to “\(name)” instead"
    case .countsWithoutNumber(let minimum, let maximum):
      "leads to at least \(minimum), but at most \(maximum) objects"
    case .orderOfOne: "has an order, but leads to one object"
    case .noFetchRequest: "has no fetch request; give it one"
    case .unknownFetchedEntity(let name, let request):
      "the fetch request “\(request)” "
        + (name.map { "fetches “\($0)”, which isn't an entity of the model" } ?? "names no entity")
    case .duplicateFetchRequest(let name):
      "there are two fetch requests “\(name)”; rename one of them"
    case .emptyConstraint: "has a uniqueness constraint over nothing"
    case .unknownUniqueProperty(let name):
      "has a uniqueness constraint over “\(name)”, which isn't a property"
    case .unsuitableUniqueProperty(let name):
      "has a uniqueness constraint over “\(name)”; only saved attributes and to-one relationships can be "
        + "unique"
    case .emptyIndex(let name): "the index “\(name)” is over nothing"
    case .unknownIndexedProperty(let name, let index):
      "the index “\(index)” is over “\(name)”, which isn't a property"
    case .duplicateIndex(let name): "there are two indexes “\(name)”; rename one of them"
    case .duplicateComposite(let name): "there are two composites “\(name)”; rename one of them"
    case .duplicateConfiguration(let name):
      "there are two configurations “\(name)”; rename one of them"
    case .unknownMember(let name, let configuration):
      "the configuration “\(configuration)” has “\(name)”, which isn't an entity of the model"
    }
  }
}
