import StrataModel
import StrataRuntime
internal import Synchronization

/// The name of a managed property, with its key path. `@Managed` declares one for each property.
@_alwaysEmitConformanceMetadata
public protocol _ManagedKey {
  /// The property's name in the model.
  nonisolated static var _$key: String { get }
  /// The key path of the property alone.
  nonisolated static var _$keyPath: AnyKeyPath { get }
}

extension NSManagedObject {
  /// The protocol of managed properties' names.
  public typealias _$ManagedKey = _ManagedKey
}

/// The names of key paths of managed properties.
///
/// On Apple's platforms the Objective-C runtime knows the name of a property. Elsewhere the key paths
/// of a class's properties are compared with those that `@Managed` declares.
package enum ManagedKeyPaths {
  private struct Property: Sendable {
    let name: String
    let identity: KeyPathParts.Identity
    /// The class of a relationship's objects, or nil for other values.
    let destination: NSManagedObject.Type?
  }

  private static let known = Mutex<[ObjectIdentifier: [Property]]>([:])

  /// Returns the names of the properties that a key path leads to, joined by points. Nil if one of
  /// them isn't managed.
  package static func name(of keyPath: AnyKeyPath) -> String? {
    guard var parts = KeyPathParts(keyPath), !parts.isEmpty,
      var type = type(of: keyPath).rootType as? NSManagedObject.Type
    else { return nil }
    var names: [String] = []
    while true {
      _ = parts.takeOptional()
      guard let identity = parts.first else { return nil }
      guard let property = properties(of: type).first(where: { $0.identity == identity }),
        parts.take(identity)
      else { return nil }
      names.append(property.name)
      _ = parts.takeOptional()
      guard !parts.isEmpty else { return names.joined(separator: ".") }
      guard let next = property.destination else { return nil }
      type = next
    }
  }

  /// The key of a sort descriptor for a key path. For one without a name it is a text that no entity
  /// has as a property, so that the fetch's error shows the key path.
  package static func sortKey(_ keyPath: AnyKeyPath) -> String {
    name(of: keyPath) ?? "\(keyPath)"
  }

  /// The managed properties of a class, and of its superclasses.
  private static func properties(of type: NSManagedObject.Type) -> [Property] {
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    var classes: [AnyClass] = []
    var next: AnyClass? = type
    while let one = next, one != NSManagedObject.self {
      classes.append(one)
      next = _getSuperclass(one)
    }
    let keys = ProgramTypes.nestedEnums(prefix: "_ManagedKey_", in: classes)
    let found = classes.flatMap { keys[ObjectIdentifier($0)] ?? [] }.compactMap { type in
      (type as? any _ManagedKey.Type).flatMap { property($0) }
    }
    known.withLock { $0[ObjectIdentifier(type)] = found }
    return found
  }

  private static func property(_ key: any _ManagedKey.Type) -> Property? {
    let keyPath = key._$keyPath
    guard let identity = KeyPathParts(keyPath)?.first else { return nil }
    var value: any Any.Type = type(of: keyPath).valueType
    if let optional = value as? any OptionalType.Type { value = optional.wrapped }
    return Property(
      name: key._$key, identity: identity, destination: value as? NSManagedObject.Type)
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
