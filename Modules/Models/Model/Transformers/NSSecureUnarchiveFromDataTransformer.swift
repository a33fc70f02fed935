internal import Foundation

/// A transformer that stores values as archives of `NSKeyedArchiver`, and decodes only objects of
/// allowed classes.
///
/// It is the counterpart of Foundation's class on Apple's platforms, which Foundation lacks here.
/// As there, it transforms data to values, and values back to data, so that an attribute uses it in
/// the opposite direction to other transformers.
///
/// Arrays, dictionaries and sets of texts, numbers, dates, data, URLs and UUIDs are allowed.
/// Override ``allowedTopLevelClasses`` for objects of other classes that conform to
/// `NSSecureCoding`.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes whose objects an archive may contain.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  /// Returns `NSObject`: a value may be of any class.
  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Decodes a value from an archive.
  ///
  /// - Returns: nil if the archive can't be read or has an object of a class that isn't allowed.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, Self.isAllowed(data) else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  /// Encodes a value as an archive.
  ///
  /// - Returns: nil if the value can't be archived, or couldn't be decoded again.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value, Self.canArchive(value),
      let data = try? NSKeyedArchiver.archivedData(
        withRootObject: value, requiringSecureCoding: true)
    else { return nil }
    return Self.isAllowed(data) ? data : nil
  }

  // Checked first, because Foundation's unarchiver traps here on a class that isn't allowed.
  private static func isAllowed(_ archive: Data) -> Bool {
    guard
      let list = try? PropertyListSerialization.propertyList(from: archive, format: nil),
      let objects = (list as? [String: Any])?["$objects"] as? [Any]
    else { return false }
    let allowed = Set(allowedTopLevelClasses.filter(isNamed).map { NSStringFromClass($0) })
    return objects.allSatisfy { object in
      guard let classes = (object as? [String: Any])?["$classes"] as? [String] else { return true }
      return !allowed.isDisjoint(with: classes)
    }
  }

  // Foundation has no names for nested and generic classes.
  private static func isNamed(_ type: AnyClass) -> Bool {
    String(reflecting: type).split(separator: ".").count == 2
  }

  // Checked first, because Foundation's archiver traps here on a value that it can't archive.
  private static func canArchive(_ value: Any) -> Bool {
    switch value {
    // Foundation's archiver computes their hashes, which never ends here.
    case is NSNull, is NSDecimalNumber, is Decimal: false
    case let values as [Any]: values.allSatisfy(canArchive)
    case let values as [AnyHashable: Any]:
      values.allSatisfy { canArchive($0.base) && canArchive($1) }
    case let values as Set<AnyHashable>: values.allSatisfy { canArchive($0.base) }
    case let object as any NSSecureCoding & AnyObject: isNamed(type(of: object))
    case is String, is Date, is Data, is URL, is UUID: true
    // Foundation's collections turn numbers into objects.
    default: NSArray(array: [value]).object(at: 0) is NSNumber
    }
  }
}

extension NSValueTransformerName {
  /// The name of the transformer that stores values as archives.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
  /// The older name of the transformer that stores values as archives.
  public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSKeyedUnarchiveFromData")
  /// The oldest name of the transformer that stores values as archives.
  public static let unarchiveFromDataTransformerName = NSValueTransformerName(
    "NSUnarchiveFromData")
}
