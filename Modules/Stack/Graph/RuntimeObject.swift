#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the runtime knows of an object and the language has no words for.
enum RuntimeObject {
  typealias IsGoing = @convention(c) (UnsafeMutableRawPointer) -> Bool

  /// Tells whether an object's `deinit` has begun: `swift_isDeallocating`, which the runtime exports
  /// (HeapObject.h). A weak reference would tell too, but takes 48 bytes more for each object. nil where
  /// it isn't found, as in a program that was linked statically.
  static let isGoing: IsGoing? = dlsym(nil, "swift_isDeallocating").map {
    unsafeBitCast($0, to: IsGoing.self)
  }

  /// Whether that can be told.
  static var tellsGoing: Bool { isGoing != nil }
}
