internal import Observation

#if canImport(Glibc)
internal import Glibc
#endif

/// A word of a library's thread-local storage.
// The index is written before anybody else sees it and only read from then on.
package struct ThreadLocalWord: @unchecked Sendable {
  private typealias Lookup = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  private typealias Information =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer
    ) -> Int32

  private let lookup: Lookup
  // Module and offset, as the ABI has them; lives as long as the process.
  private let index: UnsafeMutablePointer<(module: UInt, offset: UInt)>

  /// Whether this thread's word is other than zero.
  package var isSet: Bool { word != 0 }

  private var word: UInt {
    lookup(UnsafeMutableRawPointer(index))?.load(as: UInt.self) ?? 0
  }

  /// The word that is zero outside of a tracking scope and not inside; nil where there is none.
  package static func find() -> ThreadLocalWord? {
    guard RuntimeFeature.isTrusted else { return nil }
    #if canImport(Glibc)
    // The library was loaded with the program; it is only looked up here.
    guard let library = dlopen("libswiftObservation.so", RTLD_NOLOAD | RTLD_NOW),
      let lookup = dlsym(nil, "__tls_get_addr"), let information = dlsym(nil, "dlinfo")
    else { return nil }
    var module: UInt = 0
    let moduleRequest: Int32 = 9  // RTLD_DI_TLS_MODID, which the module map leaves out
    // The casts give `dlinfo` and `__tls_get_addr` the types of the C library's headers and the ABI.
    let ask = unsafeBitCast(information, to: Information.self)
    guard ask(library, moduleRequest, &module) == 0, module != 0 else { return nil }
    // The library has two words: the scope, and whatever else it may keep.
    return [0, 8].lazy.map {
      ThreadLocalWord(module: module, offset: $0, lookup: unsafeBitCast(lookup, to: Lookup.self))
    }.first(where: \.tellsScopes)
    #else
    return nil
    #endif
  }

  private init(module: UInt, offset: UInt, lookup: @escaping Lookup) {
    self.lookup = lookup
    index = .allocate(capacity: 1)
    index.initialize(to: (module, offset))
  }

  // A scope inside another has a word of its own, so that the first look may be inside one too.
  private var tellsScopes: Bool {
    let before = word
    let inside = withObservationTracking {
      word
    } onChange: {
    }
    return inside != 0 && inside != before && word == before
  }
}
