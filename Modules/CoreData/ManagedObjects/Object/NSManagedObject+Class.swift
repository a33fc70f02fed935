import StrataDescriptions
import StrataModel

extension NSManagedObject {
  /// True if the class is another one or inherits from it.
  package static func inherits(from type: AnyClass) -> Bool {
    var next: AnyClass? = self
    while let one = next {
      if one == type { return true }
      next = _getSuperclass(one)
    }
    return false
  }

  /// Makes the object one of an entity's class.
  ///
  /// - Throws: ``ManagedObjectError``: no coordinator uses the entity, it is abstract, or its objects
  ///   are of another class.
  final func join(_ entity: NSEntityDescription) throws(ManagedObjectError) {
    guard let used = entity.inUse else {
      if let name = entity.unclaimedClass { throw .noEntityClaims(class: name) }
      throw .entityNotInUse(entity.name ?? "")
    }
    guard !used.description.isAbstract else { throw .abstractEntity(used.name) }
    guard type(of: self) != used.objectClass else { return }
    guard type(of: self) == NSManagedObject.self, adopt(used.objectClass) else {
      throw .wrongClass(
        entity: used.name, class: "\(used.objectClass)", expected: "\(type(of: self))")
    }
  }

  /// Changes the object's class to a subclass, as Core Data does with an object that was created as
  /// an `NSManagedObject`.
  ///
  /// - Returns: False if the subclass has stored properties of its own, which nothing would have
  ///   initialized.
  private func adopt(_ subclass: NSManagedObject.Type) -> Bool {
    guard instanceExtents(subclass).positive == instanceExtents(NSManagedObject.self).positive
    else {
      return false
    }
    // Safe: an object begins with the address of its class, and the subclass has the same layout. No
    // other code has a reference to the object yet, which might know it to be of another class.
    let object = Unmanaged.passUnretained(self).toOpaque()
    object.storeBytes(
      of: unsafeBitCast(subclass, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
    return true
  }

  /// Leaves a new object without an entity and with an error, where an initializer can't throw.
  final func refuse(_ error: ManagedObjectError, _ context: NSManagedObjectContext?) {
    absence = Absence(persistentModelID, error, context)
    context?.record(error)
  }
}

// The runtime's function for the size of a class's instances (`_swift_getSwiftClassInstanceExtents`
// in SwiftObject.mm of Swift's runtime), by which the standard library finds it.
@_silgen_name("_swift_getSwiftClassInstanceExtents")
private func instanceExtents(_ type: AnyClass) -> (negative: UInt, positive: UInt)
