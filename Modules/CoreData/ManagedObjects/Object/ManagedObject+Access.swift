import StrataModel
import StrataObservation

// What accessors of one's own call around primitive values, as those of ported classes do.
extension ManagedObject {
  /// Tells observation that a property is read, where that is done by ``primitiveValue(forKey:)``; nil for the
  /// object as a whole, which is read already. A name that the entity doesn't have is thrown by the context's
  /// next save.
  public final func willAccessValue(forKey key: String?) {
    guard let key, let property = observed(key) else { return }
    _$access(\.[_$property: property])
  }

  /// Says that a property was read. Nothing is left to be done then.
  public final func didAccessValue(forKey key: String?) {}

  /// Tells whoever looked that a property is about to change, where that is done by
  /// ``setPrimitiveValue(_:forKey:)``. A name that the entity doesn't have is thrown by the context's next save.
  public final func willChangeValue(forKey key: String) {
    guard let property = observed(key) else { return }
    _$willSet(\.[_$property: property])
  }

  /// Tells whoever looked that a property has changed.
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
