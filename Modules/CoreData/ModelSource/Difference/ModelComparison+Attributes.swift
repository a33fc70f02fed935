import StrataDescriptions

extension ModelComparison {
  mutating func compare(
    _ old: AttributeDescription, _ new: AttributeDescription, _ entity: String
  ) {
    if old.isTransient != new.isTransient {
      guard new.isTransient else { return addSaved(new, entity) }
      return addLoss(entity, new.name, "isn't saved any more", ", so that its values are gone")
    }
    guard !new.isTransient else {
      if old.type != new.type {
        add(.none, entity, new.name, "has another type, and is never saved")
      }
      return
    }
    compareTypes(old, new, entity)
    compareOptionality(old, new, entity)
    if old.defaultValue != new.defaultValue {
      add(.none, entity, new.name, "has another default, for objects that are made from now on")
    }
    let limits = (old.minimumValue, old.maximumValue, old.regularExpression)
    if limits != (new.minimumValue, new.maximumValue, new.regularExpression) {
      add(
        .none, entity, new.name,
        "has other limits; objects that break them can't be saved once they are changed")
    }
    if old.valueTransformerName?.nonEmpty != new.valueTransformerName?.nonEmpty {
      add(
        .none, entity, new.name,
        "has another transformer, which has to understand what the old one wrote")
    }
    if old.allowsExternalBinaryDataStorage != new.allowsExternalBinaryDataStorage {
      add(.inferred, entity, new.name, "may be kept in files of its own, or not any more")
    }
    if old.derivationExpression != new.derivationExpression {
      add(.inferred, entity, new.name, "is derived otherwise, and worked out anew")
    }
  }

  private mutating func addSaved(_ new: AttributeDescription, _ entity: String) {
    if new.isOptional || new.defaultValue != nil || new.isDerived {
      add(.inferred, entity, new.name, "is saved now")
    } else {
      refuse(
        entity, new.name, "is saved now and required",
        ", but objects that are there have nothing to begin with; give it a default, or make it optional"
      )
    }
  }

  private mutating func compareTypes(
    _ old: AttributeDescription, _ new: AttributeDescription, _ entity: String
  ) {
    if old.type != new.type {
      return refuse(
        entity, new.name, "was \(old.type.name) and is \(new.type.name) now",
        "; add an attribute of another name, and fill it in a migration of your own")
    }
    guard new.type == .composite else { return }
    for element in new.elements {
      let path = "\(new.name).\(element.name)"
      let former = element.formerName ?? element.name
      let before =
        old.elements.first { $0.name == former } ?? old.elements.first { $0.name == element.name }
      guard let before else {
        if element.isOptional || element.defaultValue != nil {
          add(.inferred, entity, path, "is new")
        } else {
          refuse(entity, path, "is new and required", "; give it a default, or make it optional")
        }
        continue
      }
      var renamed = element
      renamed.name = path
      compare(before, renamed, entity)
    }
    for element in old.elements {
      let isKept = new.elements.contains { ($0.formerName ?? $0.name) == element.name }
      if !isKept { addLoss(entity, "\(new.name).\(element.name)", "is gone", ", with its values") }
    }
  }

  private mutating func compareOptionality(
    _ old: AttributeDescription, _ new: AttributeDescription, _ entity: String
  ) {
    guard old.isOptional != new.isOptional else { return }
    if new.isOptional { return add(.inferred, entity, new.name, "is optional now") }
    if new.defaultValue != nil || new.isDerived {
      add(.inferred, entity, new.name, "is required now; those without a value get the default")
    } else {
      refuse(
        entity, new.name, "is required now",
        ", but those without a value have nothing to get; give it a default")
    }
  }
}
