internal import StrataCRuntime

/// Functions of the runtime about an object that the language doesn't provide.
package enum RuntimeObject {
  /// True if ``isDeinitializing(_:)`` is available.
  package static let detectsDeinitialization =
    RuntimeFeature.isTrusted && strata_has_deinitialization()

  /// Returns true if an object's `deinit` has begun, and false if that can't be detected.
  ///
  /// It is `swift_isDeallocating` of the runtime. A weak reference would detect the same, but needs
  /// 48 bytes more for each object.
  package static func isDeinitializing(_ object: UnsafeMutableRawPointer) -> Bool {
    detectsDeinitialization && strata_is_deinitializing(object)
  }

  /// True if ``retainCount(in:at:)`` is available.
  package static var hasRetainCounts: Bool { RuntimeFeature.isTrusted }

  /// Returns the number of references to an object in an array, including those of the array and of
  /// the call itself, which are the same for each object.
  ///
  /// It calls `_getRetainCount` of the standard library, which guarantees nothing about the result.
  @inline(never)
  package static func retainCount(in list: [AnyObject], at index: Int) -> UInt {
    _getRetainCount(list[index])
  }
}
