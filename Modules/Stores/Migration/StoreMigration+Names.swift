import StrataSchema
import StrataTables

// Which property of the store a property of the models was.
extension StoreMigration {
  /// The name that a property has in the store.
  ///
  /// - Parameter former: The entity's name there.
  func storedName(of property: Schema.Property, in entity: Schema.Entity, former: String) -> String
  {
    let (name, original) = (property.name, property.originalName)
    // A property that is there under its own name gives it to nobody.
    guard original != name,
      entity.property(named: original).map({ $0.originalName != original }) ?? true
    else { return name }
    if let before = old?.entitiesByName[former] {
      let same = before.property(named: name)
      // It was renamed before.
      if same?.originalName == original { return name }
      if before.property(named: original) != nil { return original }
      if same != nil { return name }
    }
    return !isStored(name, of: property, in: former) && isStored(original, of: property, in: former)
      ? original : name
  }

  private func isStored(_ name: String, of property: Schema.Property, in entity: String) -> Bool {
    if stored["\(entity)_\(name)"]?.isLink ?? false { return true }
    guard let table = stored[new.entitiesByName[entity]?.root.name ?? entity] ?? stored[entity]
    else { return false }
    switch property {
    case .attribute(let attribute):
      return attribute.columns.contains { table[$0.name(of: name)] != nil }
    case .relationship(let relationship): return table[relationship.column(named: name)] != nil
    }
  }

  /// The property that a property of the models was, as far as that is known.
  func formerProperty(
    of property: Schema.Property, in entity: Schema.Entity, former: String? = nil
  ) -> Schema.Property? {
    let former = former ?? entity.name
    return old?.entitiesByName[former]?.property(
      named: storedName(of: property, in: entity, former: former))
  }

  /// The name that a newer version of the program has given a property.
  func laterName(of property: Schema.Property, in entity: Schema.Entity) -> String? {
    let later = old?.entitiesByName[entity.name]?.properties.first {
      $0.originalName == property.name && $0.name != property.name
    }
    guard let later, entity.property(named: later.name) == nil else { return nil }
    return later.name
  }

  /// A property can't become one of another kind.
  mutating func checkKinds() {
    for entity in new.entities {
      for property in entity.ownProperties {
        guard let former = formerProperty(of: property, in: entity) else { continue }
        let subject = "\(entity.name).\(property.name)"
        if former.isAttribute != property.isAttribute {
          refuse(
            subject,
            because: former.isAttribute
              ? "was a value and now leads to objects"
              : "led to objects and is now a value",
            remedy: "give the new property another name, and fill it in a custom stage")
        }
        if case .relationship(let before) = former, case .relationship(let after) = property,
          !leadsToTheSame(before, after)
        {
          refuse(
            subject, because: "led to \(before.destination), and now to \(after.destination)",
            remedy: "give the new property another name, and fill it in a custom stage")
        }
      }
    }
  }

  private func leadsToTheSame(
    _ before: Schema.Relationship, _ after: Schema.Relationship
  ) -> Bool {
    guard let former = new.entitiesByName[before.destination],
      let later = new.entitiesByName[after.destination]
    else { return before.destination == after.destination }
    return former.isKind(of: later)
  }
}

extension Schema.Relationship {
  /// The column that the relationship would have if it were to-one and called otherwise.
  func column(named other: String) -> String {
    columnName.hasSuffix(name) ? columnName.dropLast(name.count) + other : other
  }
}
