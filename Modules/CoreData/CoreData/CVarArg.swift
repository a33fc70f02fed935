#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataModel

// On Apple's platforms these types are bridged to objects, so that programs write
// `NSPredicate(format: "id == %@", id as CVarArg)`. `String` conforms on Linux, too. For a text's format
// each is its description.

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: uuidString) }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: uuidString)._cVarArgEncoding }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension URL: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: absoluteString) }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: absoluteString)._cVarArgEncoding }
}

extension Data: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension Set: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSNumber: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSUUID: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSURL: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSData: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSArray: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSSet: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSOrderedSet: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSDictionary: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension NSNull: @retroactive CVarArg, @retroactive _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension ManagedObject: CVarArg, _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension PersistentIdentifier: CVarArg, _CVarArgObject {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}
#endif
