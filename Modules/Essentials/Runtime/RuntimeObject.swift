#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the runtime knows of an object and the language has no words for.
package enum RuntimeObject {
  package typealias IsGoing = @convention(c) (UnsafeMutableRawPointer) -> Bool

  /// Tells whether an object's `deinit` has begun: `swift_isDeallocating`, which the runtime exports
  /// (HeapObject.h). A weak reference would tell too, but takes 48 bytes more for each object. nil where
  /// it isn't found, as in a program that was linked statically.
  // The cast gives the symbol the type that it has in HeapObject.h.
  package static let isGoing: IsGoing? =
    RuntimeFeature.isTrusted
    ? dlsym(nil, "swift_isDeallocating").map { unsafeBitCast($0, to: IsGoing.self) } : nil

  /// Whether that can be told.
  package static var tellsGoing: Bool { isGoing != nil }

  /// True if ``retainCount(in:at:)`` is available.
  package static var tellsRetainCounts: Bool { RuntimeFeature.isTrusted }

  /// How many references hold an object of a list, with those that the list and the call itself add, which
  /// are the same for each: `_getRetainCount` of the standard library, which promises nothing of it.
  @inline(never)
  package static func retainCount(in list: [AnyObject], at index: Int) -> UInt {
    _getRetainCount(list[index])
  }
}
