internal import Foundation
import StrataModel
import StrataSQLite

/// Implements a property by the model's attribute or relationship of the same name, like
/// `@NSManaged` on platforms with Objective-C.
///
///     final class Trip: NSManagedObject {
///       @Managed var name: String?
///       @Managed var nights: Int16
///       @Managed var stops: Set<Stop>
///       @Managed("class") var category: Category?  // an enum with a raw value
///     }
///
/// If a non-optional number, text or collection has no value, you read zero or an empty value. The
/// accessors can't throw: if the Swift type doesn't match the model's property, the context's next
/// save throws the error.
///
/// - Parameter key: The property's name in the model, if it differs from the Swift name.
@attached(accessor)
@attached(peer, names: prefixed(_ManagedKey_))
package macro Managed(_ key: String? = nil) =
  #externalMacro(module: "StrataMacros", type: "ManagedPropertyMacro")

// Functions that the macro's accessors call. The compiler picks the overload by the property's
// type.
extension NSManagedObject {
  /// Reads an optional property.
  public final func _$managedValue<Value>(forKey key: String) -> Value? {
    read(key)
  }

  /// Reads a non-optional property. Returns a placeholder, such as zero, if it has no value.
  @_disfavoredOverload
  public final func _$managedValue<Value>(forKey key: String) -> Value {
    if let value: Value = read(key) { return value }
    return plainest(key)
  }

  /// Reads an optional property of a raw-representable type.
  public final func _$managedValue<Value: RawRepresentable>(forKey key: String) -> Value? {
    guard let raw: Value.RawValue = read(key) else { return nil }
    guard let value = Value(rawValue: raw) else {
      recordUnfit(key, "\(raw) is no \(Value.self)")
      return nil
    }
    return value
  }

  /// Reads a non-optional property of a raw-representable type.
  @_disfavoredOverload
  public final func _$managedValue<Value: RawRepresentable>(forKey key: String) -> Value {
    if let value: Value = _$managedValue(forKey: key) { return value }
    return plainest(key)
  }

  /// Rejects a non-optional to-one relationship at compile time: it may be nil until it is saved.
  @available(*, unavailable, message: "a relationship may lead nowhere; declare it as optional")
  @_disfavoredOverload
  public final func _$managedValue<Value: NSManagedObject>(forKey key: String) -> Value {
    preconditionFailure("not available")
  }

  /// Sets a property.
  public final func _$setManagedValue<Value>(_ value: Value, forKey key: String) {
    self[key] = value
  }

  /// Sets an optional property.
  public final func _$setManagedValue<Value>(_ value: Value?, forKey key: String) {
    self[key] = value.map { $0 as Any }
  }

  /// Sets a property of a raw-representable type to the value's raw value.
  public final func _$setManagedValue<Value: RawRepresentable>(_ value: Value, forKey key: String) {
    self[key] = value.rawValue
  }

  /// Sets an optional property of a raw-representable type to the value's raw value.
  public final func _$setManagedValue<Value: RawRepresentable>(_ value: Value?, forKey key: String)
  {
    self[key] = value.map { $0.rawValue as Any }
  }

  private func read<Value>(_ key: String) -> Value? {
    do {
      // An ordered relationship's value is an array, which can't be cast.
      if Value.self == NSOrderedSet.self, let members = try value(forKey: key) as? [NSManagedObject]
      {
        return NSOrderedSet(array: members) as? Value
      }
      return try value(forKey: key, as: Value.self)
    } catch {
      record(error, key)
      return nil
    }
  }

  private func recordUnfit(_ key: String, _ reason: String) {
    record(.unreadableValue(entity: managedEntity.name, key: key, reason: reason), key)
  }

  /// Zero, an empty text or an empty collection as an object of Foundation's class, as what Core Data's accessor returns
  /// behaves there. Nil for another class.
  private func object<Value>(_ type: Value.Type) -> Value? {
    let objects: [NSObject] = [
      NSDecimalNumber.zero, NSNumber(value: 0), NSString(), NSData(),
      NSDate(timeIntervalSinceReferenceDate: 0), NSSet(), NSOrderedSet(), NSArray(), NSDictionary(),
    ]
    return objects.lazy.compactMap { $0 as? Value }.first
  }

  private func plainest<Value>(_ key: String) -> Value {
    guard let value = Placeholder.of(Value.self) ?? object(Value.self) else {
      preconditionFailure(
        "\(managedEntity.name).\(key) has no value, and there is no placeholder of type \(Value.self); "
          + "declare the property as optional")
    }
    return value
  }
}
