#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataModel

// On Apple's platforms these types are bridged to objects, so that programs write
// `NSPredicate(format: "id == %@", id as CVarArg)`. `String` conforms on Linux, too.

/// A value that stands for its description in the format of a text, such as `String(format:)`.
public protocol _DescribedArgument: CVarArg, _CVarArgObject {}

extension _DescribedArgument {
  /// The value as text.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }
  /// The words of the text, for C's variadic functions.
  public var _cVarArgEncoding: [Int] { NSString(string: "\(self)")._cVarArgEncoding }
}

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension URL: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Data: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Set: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSNumber: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSUUID: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSURL: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSData: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSArray: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSSet: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSOrderedSet: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSDictionary: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSNull: @retroactive CVarArg, @retroactive _CVarArgObject, _DescribedArgument {}
extension NSManagedObject: _DescribedArgument {}
extension PersistentIdentifier: _DescribedArgument {}
#endif
