internal import StrataRuntime

/// The detection of an observation tracking scope on this thread: the body of
/// `withObservationTracking`, or of an `Observations` sequence.
///
/// The standard library stores the scope in a thread-local variable and has no public function to
/// ask for it. If the C library can locate a library's thread-local storage (`dlinfo`, and
/// `__tls_get_addr` of the ELF thread-local storage ABI), the variable is read directly. Its offset
/// is determined by opening a scope once. In a statically linked program, the library's own function
/// is called. If neither is there, every read counts as tracked, which is slower but correct.
public enum TrackingScope {
  /// True inside a tracking scope, and always if this platform can't detect scopes.
  ///
  /// Takes about 7 ns.
  @inline(__always)
  public static var isActive: Bool { variable?.isSet ?? true }

  /// True if this platform can detect scopes.
  public static var isDetectable: Bool { variable != nil }

  static let variable = ThreadLocalWord.find()
}
