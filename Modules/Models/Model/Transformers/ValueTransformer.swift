public import Foundation
internal import Synchronization

/// Turns values of one type into another and back; for attributes that are kept as data which only
/// the program understands. The counterpart of Foundation's class on Apple's platforms, which
/// Foundation lacks here.
open class ValueTransformer: NSObject {
  // Transformers are registered once, at a program's start, and then only read. They are used by
  // every context; one with state of its own must guard it, as on Apple's platforms.
  private static let registered = Mutex<[String: Registration]>([:])

  private struct Registration: @unchecked Sendable {
    let transformer: ValueTransformer
  }

  /// A transformer.
  public required override init() { super.init() }

  /// Whether values can be turned back.
  open class func allowsReverseTransformation() -> Bool { true }

  /// The class that values are turned into.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Turns a value into what is stored.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Turns what was stored back into a value.
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }

  /// Makes a transformer known by a name.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let registration = transformer.map { Registration(transformer: $0) }
    registered.withLock { $0[name.rawValue] = registration }
  }

  /// The names that transformers are known by.
  public static func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { $0.keys.sorted().map { NSValueTransformerName($0) } }
  }

  /// The value of an attribute as it is stored.
  func stored(_ value: Any?) -> Any? {
    readsByTransforming ? reverseTransformedValue(value) : transformedValue(value)
  }

  /// The value of an attribute, of what is stored.
  func restored(_ data: Data) -> Any? {
    readsByTransforming ? transformedValue(data) : reverseTransformedValue(data)
  }

  /// Whether it makes values of data, not data of values.
  var readsByTransforming: Bool { self is NSSecureUnarchiveFromDataTransformer }

  static func named(_ name: String) -> ValueTransformer? {
    if let registered = registered.withLock({ $0[name] }) { return registered.transformer }
    return name == NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
      || name == "NSSecureUnarchiveFromDataTransformer"
      ? NSSecureUnarchiveFromDataTransformer() : nil
  }
}

/// The name of a transformer.
public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
