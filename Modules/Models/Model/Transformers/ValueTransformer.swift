public import Foundation
public import StrataSchema
internal import Synchronization

/// A conversion of values of one type to another and back, for attributes that you store as data in
/// your own format.
///
/// It is the counterpart of Foundation's class on Apple's platforms, which Foundation lacks here.
open class ValueTransformer: NSObject {
  // Programs register transformers at launch and then only read them. Every context uses them, so
  // that a transformer with state must guard it, as on Apple's platforms.
  private static let registered = Mutex<[String: Registration]>([:])

  private struct Registration: @unchecked Sendable {
    let transformer: ValueTransformer
  }

  /// Creates a transformer.
  public required override init() {
    super.init()
    FoundationBridges.link()
  }

  /// Returns true if values can be transformed back.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Returns the class of transformed values.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Transforms a value into its stored form.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Transforms the stored form back into a value.
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }

  /// Registers a transformer under a name, or removes it with nil.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let registration = transformer.map { Registration(transformer: $0) }
    registered.withLock { $0[name.rawValue] = registration }
  }

  /// Returns the names of the registered transformers.
  public static func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { $0.keys.sorted().map { NSValueTransformerName($0) } }
  }

  /// Returns the stored form of an attribute's value.
  package func stored(_ value: Any?) -> Any? {
    readsByTransforming ? reverseTransformedValue(value) : transformedValue(value)
  }

  /// Returns an attribute's value from its stored form.
  package func restored(_ data: Data) -> Any? {
    readsByTransforming ? transformedValue(data) : reverseTransformedValue(data)
  }

  /// True if the transformer transforms data into values instead of values into data.
  var readsByTransforming: Bool { self is NSSecureUnarchiveFromDataTransformer }

  /// Returns the transformer that is registered under a name, or the one that makes archives for one of
  /// its names.
  package static func named(_ name: String) -> ValueTransformer? {
    if let registered = registered.withLock({ $0[name] }) { return registered.transformer }
    return archiving.contains(name) ? NSSecureUnarchiveFromDataTransformer() : nil
  }

  private static let archiving: Set<String> = [
    "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSSecureUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromData",
    "NSUnarchiveFromDataTransformerName",
  ]
}

/// Allows an initializer of `ValueTransformer` that returns the registered instance.
public protocol _NamedTransformer {}

extension ValueTransformer: _NamedTransformer {}

extension _NamedTransformer where Self == ValueTransformer {
  /// Returns the transformer that is registered under a name, or nil if there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.named(name.rawValue) else { return nil }
    // Only an initializer in a protocol extension can replace self.
    self = found
  }
}

/// The name of a transformer.
public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension Schema.Attribute.Option {
  /// Stores the value as the data that a transformer of this class makes of it.
  public static func transformable(by transformer: ValueTransformer.Type) -> Self {
    .transformable
  }

  /// Stores the value as the data that a transformer makes of it, which you register under this
  /// name.
  public static func transformable(by name: String) -> Self { .transformable }
}
