internal import Foundation
import StrataModel
import StrataSQLite

/// Declares a property that the model describes, in a class of one's own: what `@NSManaged` is on platforms
/// with Objective-C.
///
///     final class Trip: ManagedObject {
///       @Managed var name: String?
///       @Managed var nights: Int16
///       @Managed var stops: Set<Stop>
///       @Managed("class") var category: Category?  // an enum with a raw value
///     }
///
/// A number, a text or a collection that isn't optional is zero or empty where the object has no value. What
/// doesn't go together, such as a type that the model's property doesn't have, is thrown by the context's
/// next save.
///
/// - Parameter key: The property's name in the model, where it is another one.
@attached(accessor)
public macro Managed(_ key: String? = nil) =
  #externalMacro(module: "StrataMacros", type: "ManagedPropertyMacro")

// What the accessors call. The compiler chooses by the type of the property.
extension ManagedObject {
  /// The value of a property that may have none.
  public final func _$managedValue<Value>(forKey key: String) -> Value? {
    read(key)
  }

  /// The value of a property.
  @_disfavoredOverload
  public final func _$managedValue<Value>(forKey key: String) -> Value {
    if let value: Value = read(key) { return value }
    return plainest(key)
  }

  /// The value of a property that may have none, as one of a type with raw values.
  public final func _$managedValue<Value: RawRepresentable>(forKey key: String) -> Value? {
    guard let raw: Value.RawValue = read(key) else { return nil }
    guard let value = Value(rawValue: raw) else {
      recordUnfit(key, "\(raw) is no \(Value.self)")
      return nil
    }
    return value
  }

  /// The value of a property, as one of a type with raw values.
  @_disfavoredOverload
  public final func _$managedValue<Value: RawRepresentable>(forKey key: String) -> Value {
    if let value: Value = _$managedValue(forKey: key) { return value }
    return plainest(key)
  }

  /// An object that must be there: a relationship may lead nowhere before it is saved.
  @available(*, unavailable, message: "a relationship may lead nowhere; declare it as optional")
  @_disfavoredOverload
  public final func _$managedValue<Value: ManagedObject>(forKey key: String) -> Value {
    preconditionFailure("not available")
  }

  /// Gives a property a value.
  public final func _$setManagedValue<Value>(_ value: Value, forKey key: String) {
    self[key] = value
  }

  /// Gives a property a value, or none.
  public final func _$setManagedValue<Value>(_ value: Value?, forKey key: String) {
    self[key] = value.map { $0 as Any }
  }

  /// Gives a property the raw value of a value.
  public final func _$setManagedValue<Value: RawRepresentable>(_ value: Value, forKey key: String) {
    self[key] = value.rawValue
  }

  /// Gives a property the raw value of a value, or none.
  public final func _$setManagedValue<Value: RawRepresentable>(_ value: Value?, forKey key: String)
  {
    self[key] = value.map { $0.rawValue as Any }
  }

  private func read<Value>(_ key: String) -> Value? {
    do {
      return try value(forKey: key, as: Value.self)
    } catch {
      record(error, key)
      return nil
    }
  }

  private func recordUnfit(_ key: String, _ reason: String) {
    record(.unreadableValue(entity: managedEntity.name, key: key, reason: reason), key)
  }

  private func plainest<Value>(_ key: String) -> Value {
    guard let value = Placeholder.of(Value.self) else {
      preconditionFailure(
        "\(managedEntity.name).\(key) has no value, and there is no placeholder of type \(Value.self); "
          + "declare the property as optional")
    }
    return value
  }
}
