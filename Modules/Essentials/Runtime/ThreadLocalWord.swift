internal import StrataCRuntime
internal import Observation
internal import StrataPlatform

/// A word of a library's thread-local storage.
// The index is written before other threads can see it, and only read afterwards.
package struct ThreadLocalWord: @unchecked Sendable {
  private typealias Lookup = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  private typealias Information =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer
    ) -> Int32

  // Nil if the program is linked with the library's own function.
  private let lookup: Lookup?
  // The module and offset, as the ABI defines them. Never deallocated.
  private let index: UnsafeMutablePointer<(module: UInt, offset: UInt)>

  /// True if this thread's word isn't zero.
  package var isSet: Bool { word != 0 }

  private var word: UInt {
    guard let lookup else { return UInt(bitPattern: strata_observation_scope()) }
    return lookup(UnsafeMutableRawPointer(index))?.load(as: UInt.self) ?? 0
  }

  /// Finds the word that is zero outside of a tracking scope and nonzero inside, or returns nil if
  /// there is none.
  package static func find() -> ThreadLocalWord? {
    guard RuntimeFeature.isTrusted else { return nil }
    if strata_has_observation_scope() {
      let word = ThreadLocalWord(module: 0, offset: 0, lookup: nil)
      return word.followsScopes ? word : nil
    }
    #if canImport(Glibc)
    // The program has loaded the library already. It is only looked up here.
    guard let library = dlopen("libswiftObservation.so", RTLD_NOLOAD | RTLD_NOW),
      let lookup = dlsym(nil, "__tls_get_addr"), let information = dlsym(nil, "dlinfo")
    else { return nil }
    var module: UInt = 0
    let moduleRequest: Int32 = 9  // RTLD_DI_TLS_MODID, which the module map leaves out
    // `dlinfo` has this type in the C library's headers, and `__tls_get_addr` in the ABI.
    let ask = unsafeBitCast(information, to: Information.self)
    guard ask(library, moduleRequest, &module) == 0, module != 0 else { return nil }
    // The library has two words, one of which is the scope.
    return [0, 8].lazy.map {
      ThreadLocalWord(module: module, offset: $0, lookup: unsafeBitCast(lookup, to: Lookup.self))
    }.first(where: \.followsScopes)
    #else
    return nil
    #endif
  }

  private init(module: UInt, offset: UInt, lookup: Lookup?) {
    self.lookup = lookup
    index = .allocate(capacity: 1)
    index.initialize(to: (module, offset))
  }

  // A nested scope has another value, so that this also works inside a scope.
  private var followsScopes: Bool {
    let before = word
    let inside = withObservationTracking {
      word
    } onChange: {
    }
    return inside != 0 && inside != before && word == before
  }
}
