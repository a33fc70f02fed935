public import StrataDescriptions

/// The differences between two versions of a model, and whether a migration can be inferred.
///
///     let difference = ModelDifference(from: old, to: new)
///     if !difference.isInferable { print(difference.changes) }
///
/// The rules are those of “Using Lightweight Migration” in Apple's documentation.
public struct ModelDifference: Sendable, Hashable {
  /// The changes: entity by entity in the new model's order, then removed entities.
  public let changes: [ModelChange]

  /// Compares an old version with a new one. O(number of properties × depth of inheritance).
  public init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    var comparison = ModelComparison(old, new)
    comparison.compare()
    changes = comparison.changes
  }

  /// Compares the schemas of a store before and after its migration by the library, which keeps what the new one lacks.
  ///
  /// No change is `loses` or `refused`: the store's rows decide what is refused, and the migration says so.
  package init(stored old: ManagedObjectModel, to new: ManagedObjectModel) {
    var comparison = ModelComparison(old, new, isOfStore: true)
    comparison.compare()
    changes = comparison.changes
  }

  /// The most severe effect of all changes. It is `none` for equal models.
  public var effect: ModelChange.Effect { changes.map(\.effect).max() ?? .none }

  /// True if a migration can be inferred.
  public var isInferable: Bool { effect != .refused }
}

/// Compares two versions of a model.
struct ModelComparison {
  let old: ManagedObjectModel
  let new: ManagedObjectModel
  let oldLineage: ModelLineage
  let newLineage: ModelLineage
  let entities: EntityPairs
  /// True for the migration of a store of this library. False for the rules of Core Data.
  let isOfStore: Bool
  private(set) var changes: [ModelChange] = []
  private var seen: Set<ModelChange> = []

  init(_ old: ManagedObjectModel, _ new: ManagedObjectModel, isOfStore: Bool = false) {
    self.old = old
    self.new = new
    self.isOfStore = isOfStore
    oldLineage = ModelLineage(old)
    newLineage = ModelLineage(new)
    entities = EntityPairs(old, new, byNamesAlone: isOfStore)
  }

  /// Adds a change by which values are lost, or of a store a change that leaves them where they are.
  mutating func addLoss(
    _ entity: String, _ property: String? = nil, _ fact: String, _ loss: String
  ) {
    guard isOfStore else { return add(.loses, entity, property, fact + loss) }
    let content = property == nil ? "objects" : "values"
    add(.none, entity, property, "\(fact); its \(content) stay in the store")
  }

  /// Adds a change that no migration can be inferred for, or of a store a change that its rows may permit.
  mutating func refuse(
    _ entity: String, _ property: String? = nil, _ fact: String, _ remedy: String
  ) {
    guard isOfStore else { return add(.refused, entity, property, fact + remedy) }
    add(.inferred, entity, property, fact)
  }

  mutating func add(
    _ effect: ModelChange.Effect, _ entity: String?, _ property: String? = nil, _ text: String
  ) {
    let change = ModelChange(effect, ModelPlace(entity: entity, property: property), text)
    if seen.insert(change).inserted { changes.append(change) }
  }

  mutating func compare() {
    for entity in new.entities {
      guard let former = entities.former(of: entity.name) else {
        add(.inferred, entity.name, nil, "is new")
        continue
      }
      compare(former, entity)
      compareProperties(former, entity)
      compareRules(former, entity)
    }
    for entity in old.entities where entities.successor(of: entity.name) == nil {
      addLoss(entity.name, nil, "is gone", ", with all of its objects")
    }
    compareParts()
  }

  private mutating func compare(_ former: EntityDescription, _ entity: EntityDescription) {
    if former.name != entity.name {
      add(.inferred, entity.name, nil, "was called \(former.name), as its renaming identifier says")
    }
    compareHierarchies(former, entity)
    if former.isAbstract != entity.isAbstract {
      if entity.isAbstract {
        addLoss(
          entity.name, nil, "is abstract now",
          ", so that its own objects have no place; make them objects of entities below it first")
      } else {
        add(.inferred, entity.name, nil, "isn't abstract any more")
      }
    }
    if former.managedObjectClassName != entity.managedObjectClassName {
      add(.none, entity.name, nil, "has another class")
    }
    if former.versionHashModifier?.nonEmpty != entity.versionHashModifier?.nonEmpty {
      add(.inferred, entity.name, nil, "has another hash modifier")
    }
  }

  private mutating func compareHierarchies(
    _ former: EntityDescription, _ entity: EntityDescription
  ) {
    let oldParent = former.superentityName
    let newParent = entity.superentityName
    let isSame =
      oldParent == newParent
      || (newParent.flatMap { entities.former(of: $0)?.name } == oldParent && oldParent != nil)
    guard !isSame else { return }
    // Entities of separate hierarchies can't be moved under one root.
    let root = newLineage.root(of: entity)
    for other in newLineage.kinds(of: root) where other.name != entity.name {
      guard let formerOther = entities.former(of: other.name) else { continue }
      if oldLineage.root(of: formerOther) != oldLineage.root(of: former) {
        refuse(
          entity.name, nil, "comes together with \(other.name) under \(root)",
          ", and hierarchies can't be merged; make new entities there, and copy the objects")
        return
      }
    }
    switch (oldParent, newParent) {
    case (_, let parent?): add(.inferred, entity.name, nil, "inherits from \(parent) now")
    case (let parent?, nil):
      add(.inferred, entity.name, nil, "doesn't inherit from \(parent) any more")
    case (nil, nil): break
    }
  }

  private mutating func compareRules(_ former: EntityDescription, _ entity: EntityDescription) {
    let (entities, old, new) = (entities, oldLineage, newLineage)
    let oldNames = { (names: [String]) in
      names.map { name in
        entities.formerProperty(name, of: entity, in: new, old: former, old)?.name ?? name
      }
    }
    for group in entity.uniquenessConstraints
    where !former.uniquenessConstraints.contains(oldNames(group)) {
      add(
        .inferred, entity.name, nil,
        "is unique by \(group.joined(separator: ", ")) now; the migration fails where two objects have "
          + "the same")
    }
    let kept = entity.uniquenessConstraints.map(oldNames)
    for group in former.uniquenessConstraints where !kept.contains(group) {
      add(.inferred, entity.name, nil, "isn't unique by \(group.joined(separator: ", ")) any more")
    }
    if former.indexes != entity.indexes || former.compoundIndexes != entity.compoundIndexes {
      add(.inferred, entity.name, nil, "has other indexes, which are made anew")
    }
  }

  private mutating func compareParts() {
    if Set(old.configurations.map(\.name)) != Set(new.configurations.map(\.name)) {
      add(.none, nil, nil, "has other configurations")
    }
    if old.fetchRequestTemplates != new.fetchRequestTemplates {
      add(.none, nil, nil, "has other fetch requests")
    }
  }
}
