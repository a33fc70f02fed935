internal import StrataRuntime

/// Whether somebody on this thread is listening to what is read: the body of
/// `withObservationTracking`, or of an `Observations` sequence.
///
/// The standard library keeps a scope in a thread-local variable and has no public way to ask for
/// it. Where the C library can tell a library's thread-local storage (`dlinfo`, and `__tls_get_addr`
/// of the ELF thread-local storage ABI), the variable is looked at; which word it is, is found out by
/// opening a scope once. Where that can't be found out, every read counts as listened to, which is
/// slower and never wrong.
public enum TrackingScope {
  /// True inside a tracking scope; always true where that can't be told. About 7 ns.
  @inline(__always)
  public static var isActive: Bool { variable?.isSet ?? true }

  /// Whether scopes can be told from their absence here.
  public static var isDetectable: Bool { variable != nil }

  static let variable = ThreadLocalWord.find()
}
