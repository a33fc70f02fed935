#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Functions of the runtime about an object that the language doesn't provide.
package enum RuntimeObject {
  package typealias IsGoing = @convention(c) (UnsafeMutableRawPointer) -> Bool

  /// Returns true if an object's `deinit` has begun.
  ///
  /// It is `swift_isDeallocating`, which the runtime exports (HeapObject.h). A weak reference would
  /// detect the same, but needs 48 bytes more for each object. It is nil if the symbol isn't found,
  /// as in a statically linked program.
  // The symbol has this type in HeapObject.h.
  package static let isGoing: IsGoing? =
    RuntimeFeature.isTrusted
    ? dlsym(nil, "swift_isDeallocating").map { unsafeBitCast($0, to: IsGoing.self) } : nil

  /// True if ``isGoing`` is available.
  package static var tellsGoing: Bool { isGoing != nil }

  /// True if ``retainCount(in:at:)`` is available.
  package static var tellsRetainCounts: Bool { RuntimeFeature.isTrusted }

  /// Returns the number of references to an object in an array, including those of the array and of
  /// the call itself, which are the same for each object.
  ///
  /// It calls `_getRetainCount` of the standard library, which guarantees nothing about the result.
  @inline(never)
  package static func retainCount(in list: [AnyObject], at index: Int) -> UInt {
    _getRetainCount(list[index])
  }
}
