import StrataDescriptions

/// The custom class of each entity of a model.
struct ClassClaims {
  /// The classes, by entity name.
  private(set) var classes: [String: NSManagedObject.Type] = [:]

  /// Finds each entity's class among those that the program passes, and checks that they fit the
  /// hierarchy.
  ///
  /// - Throws: ``ManagedObjectError/sharedClass(_:entities:)``,
  ///   ``ManagedObjectError/ambiguousClass(_:entity:classes:)``,
  ///   ``ManagedObjectError/classOutsideHierarchy(entity:class:superentity:superclass:)``.
  init(_ model: ManagedObjectModel, _ given: [NSManagedObject.Type]) throws {
    let names = ClassNames(given)
    for entity in model.entities {
      guard let name = entity.managedObjectClassName else { continue }
      classes[entity.name] = try names.type(named: name, of: entity.name)
    }
    var owners: [ObjectIdentifier: String] = [:]
    for entity in model.entities {
      guard let type = classes[entity.name] else { continue }
      if let other = owners.updateValue(entity.name, forKey: ObjectIdentifier(type)) {
        throw ManagedObjectError.sharedClass("\(type)", entities: [other, entity.name])
      }
    }
    for entity in model.entities {
      guard let superentity = entity.superentityName else { continue }
      let (own, above) = (classes[entity.name], classes[superentity])
      guard own != nil || above != nil else { continue }
      guard let own, let above, own.inherits(from: above) else {
        throw ManagedObjectError.classOutsideHierarchy(
          entity: entity.name, class: own.map { "\($0)" }, superentity: superentity,
          superclass: above.map { "\($0)" })
      }
    }
  }
}
