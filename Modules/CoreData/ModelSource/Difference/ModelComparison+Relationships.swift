import StrataDescriptions
import StrataSchema

extension ModelComparison {
  mutating func compare(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ entity: String
  ) {
    if old.isTransient != new.isTransient {
      guard !new.isTransient else {
        return addLoss(entity, new.name, "isn't saved any more", ", so that its links are gone")
      }
      if new.isOptional { return add(.inferred, entity, new.name, "is saved now") }
      return refuse(
        entity, new.name, "is saved now and required",
        ", but objects that are there lead nowhere; make it optional")
    }
    compareDestinations(old, new, entity)
    switch (old.isToMany, new.isToMany) {
    case (false, true):
      add(.inferred, entity, new.name, "leads to many now; the one it led to is its only member")
    case (true, false):
      refuse(
        entity, new.name, "leads to one now",
        ", and which of many stays isn't known; add a relationship of another name, and set it in a "
          + "migration of your own")
    default: break
    }
    if old.isToMany, new.isToMany, old.isOrdered != new.isOrdered {
      add(
        .inferred, entity, new.name,
        new.isOrdered ? "is ordered now, in no particular order" : "isn't ordered any more")
    }
    if old.isOptional != new.isOptional {
      add(
        .inferred, entity, new.name,
        new.isOptional
          ? "is optional now"
          : "is required now"
            + (isOfStore ? "" : "; objects that lead nowhere can't be saved once they are changed"))
    }
    compareLimits(old, new, entity)
  }

  private mutating func compareDestinations(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ entity: String
  ) {
    let former = new.destinationEntityName.flatMap { entities.former(of: $0)?.name }
    if former != old.destinationEntityName || former == nil {
      let (from, to) = (
        old.destinationEntityName ?? "nothing", new.destinationEntityName ?? "nothing"
      )
      let successor = old.destinationEntityName.flatMap { entities.successor(of: $0) }
      if let successor,
        new.destinationEntityName.map({ self.newLineage.isKind(successor, of: $0) }) == true
      {
        add(.inferred, entity, new.name, "leads to \(to) now, which \(from) inherits from")
      } else if successor == nil, old.destinationEntityName != nil {
        addLoss(entity, new.name, "leads to \(to) now", ", as \(from) is gone")
      } else {
        refuse(
          entity, new.name, "led to \(from) and leads to \(to) now",
          "; add a relationship of another name, and set it in a migration of your own")
      }
    }
    let formerInverse = new.inverseName.flatMap { inverse in
      new.destinationEntityName.flatMap { self.new.entity(named: $0) }.flatMap { destination in
        entities.former(of: destination.name).flatMap {
          entities.formerProperty(
            inverse, of: destination, in: self.newLineage, old: $0, self.oldLineage)?.name
        }
      }
    }
    if new.inverseName == nil, old.inverseName != nil {
      add(.inferred, entity, new.name, "has no inverse any more")
    } else if new.inverseName != nil, old.inverseName == nil {
      add(.inferred, entity, new.name, "has an inverse now")
    } else if let inverse = new.inverseName, (formerInverse ?? inverse) != old.inverseName {
      add(.inferred, entity, new.name, "has another inverse")
    }
  }

  private mutating func compareLimits(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ entity: String
  ) {
    if old.deleteRule != new.deleteRule {
      add(
        .none, entity, new.name,
        "deletes by \(new.deleteRule.rawValue) instead of \(old.deleteRule.rawValue), from now on")
    }
    guard old.isToMany, new.isToMany else { return }
    if (old.minCount, old.maxCount) != (new.minCount, new.maxCount) {
      add(
        .inferred, entity, new.name,
        "has other limits of members; objects that break them can't be saved once they are changed")
    }
  }
}
