import StrataModel
import StrataObservation

// Calls that custom accessors make around primitive values, as in classes ported from Core Data.
extension NSManagedObject {
  /// Records a read access for observation. Call this before you read the value with
  /// `primitiveValue(forKey:)`.
  ///
  /// If the entity has no such property, the context's next save throws the error.
  ///
  /// - Parameter key: The property's name. Nil means the whole object, which needs no call here.
  public final func willAccessValue(forKey key: String?) {
    guard let key, let property = observed(key) else { return }
    _$access(\.[_$property: property])
  }

  /// Ends a read access. Does nothing here: ``willAccessValue(forKey:)`` has recorded the access.
  public final func didAccessValue(forKey key: String?) {}

  /// Notifies observers that a property is about to change. Call this before you set the value with
  /// `setPrimitiveValue(_:forKey:)`.
  ///
  /// If the entity has no such property, the context's next save throws the error.
  public final func willChangeValue(forKey key: String) {
    guard let property = observed(key) else { return }
    _$willSet(\.[_$property: property])
  }

  /// Notifies observers that a property has changed.
  public final func didChangeValue(forKey key: String) {
    guard let property = observed(key) else { return }
    _$didSet(\.[_$property: property])
  }

  private func observed(_ key: String) -> String? {
    if managedEntity.fetchedProperties[key] != nil { return nil }
    do {
      return try place(of: key).name
    } catch {
      record(error, key)
      return nil
    }
  }
}
