public import Observation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Whether somebody on this thread is listening to what is read: the body of
/// `withObservationTracking`, or of an `Observations` sequence.
///
/// The standard library keeps a scope in thread-local storage and has no public way to ask for it.
/// Its own accessor is looked up by name at run time and tried out once; if it isn't there or
/// doesn't behave, every read counts as listened to, which is slower and never wrong.
public enum TrackingScope {
  /// True inside a tracking scope; always true where that can't be told. About 3 ns.
  public static var isActive: Bool {
    guard let current else { return true }
    return current() != nil
  }

  /// Whether scopes can be told from their absence here.
  public static var isDetectable: Bool { current != nil }

  private typealias Accessor = @convention(c) () -> UnsafeMutableRawPointer?

  private static let current: Accessor? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_observation_tls_get") else {
      return nil
    }
    // The accessor takes nothing and gives a pointer, which C and Swift do alike on the platforms
    // where it was found to be so; the trial below decides.
    let accessor = unsafeBitCast(symbol, to: Accessor.self)
    guard accessor() == nil else { return nil }
    let inside = withObservationTracking {
      accessor() != nil
    } onChange: {
    }
    return inside && accessor() == nil ? accessor : nil
  }()
}
