/// The identities of a key path's components, read from the standard library's representation.
///
/// Two key paths are equal if their components have the same identities, but no public function
/// returns these for a component.
///
/// The layout is that of generated code and hasn't changed since Swift 5. It is a header with the
/// size, then the components, each with a header of its own, and between two components the type of
/// the value in between (`KeyPath.swift` of the standard library). The reader verifies it each
/// time: the size, the number of components and the address of each getter must agree with the key
/// path's description. Otherwise it returns nothing.
enum KeyPathComponents {
  typealias Identity = KeyPathParts.Identity

  /// Returns the identities of a key path's components, and whether they depend on arguments, or
  /// nil if the layout isn't the known one.
  static func identities(
    of keyPath: AnyKeyPath, marks: [Substring]
  ) -> [(identity: Identity, hasArguments: Bool)]? {
    guard RuntimeFeature.isTrusted, MemoryLayout<Int>.size == 8 else { return nil }
    return withExtendedLifetime(keyPath) {
      // Safe: the key path is alive, and the reader stays within the size in its header.
      var reader = Reader(UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque()))
      var identities: [(identity: Identity, hasArguments: Bool)] = []
      while let component = reader.next() {
        switch component {
        case .optional: continue
        case .stored(let header): identities.append((.stored(header), false))
        case .computed(let identity, let getter, let hasArguments):
          guard identities.count < marks.count,
            marks[identities.count].hasPrefix(mark(ofGetter: getter))
          else { return nil }
          identities.append((identity, hasArguments))
        case .unknown:
          return nil
        }
      }
      return identities.count == marks.count ? identities : nil
    }
  }

  private static func mark(ofGetter getter: UInt) -> String {
    let digits = String(getter, radix: 16)
    return ".<computed 0x" + String(repeating: "0", count: 16 - digits.count) + digits + " "
  }

  private enum Component {
    case stored(UInt32)
    case computed(Identity, getter: UInt, hasArguments: Bool)
    case optional
    case unknown
  }

  private struct Reader {
    private var place: UnsafeRawPointer
    private let end: UnsafeRawPointer
    private var isFirst = true

    // Skips the object's two words of the runtime, a word that Objective-C uses, and the buffer's
    // header.
    init(_ object: UnsafeRawPointer) {
      let header = object.load(fromByteOffset: 24, as: UInt32.self)
      place = object + 32
      end = place + Int(header & 0xff_ffff)
    }

    mutating func next() -> Component? {
      // Between two components is the type of the value that the first leads to.
      if !isFirst, end - place > 8 { align(); place += 8 }
      isFirst = false
      guard end - place >= 4 else { return nil }
      // The topmost bit says where writing can begin, and isn't part of the identity.
      let header = place.loadUnaligned(as: UInt32.self) & 0x7fff_ffff
      place += 4
      switch header >> 24 {
      case 1, 3:
        // An offset that is too large for the header follows it.
        guard header & 0x7f_ffff < 0x7f_fff0 else { return stop() }
        return .stored(header)
      case 2: return computed(header)
      case 4: return .optional
      default: return stop()
      }
    }

    private mutating func computed(_ header: UInt32) -> Component {
      let isSettable = header & 0x40_0000 != 0
      let hasArguments = header & 0x8_0000 != 0
      align()
      guard end - place >= (isSettable ? 24 : 16) else { return stop() }
      let identifier = place.load(as: UInt.self)
      let getter = place.load(fromByteOffset: 8, as: UInt.self)
      place += isSettable ? 24 : 16
      if hasArguments {
        // The arguments: their size, their functions, and the arguments themselves. These are types
        // if generic code formed the key path, a conformance for a protocol's property, or a
        // subscript's arguments. A key path of another module's property has one more word.
        let start = header & 0x10 == 0 ? 16 : 24
        guard end - place >= start, let size = Int(exactly: place.load(as: UInt.self)),
          size <= end - place - start
        else { return stop() }
        place += start + size
      }
      return .computed(
        .computed(identifier, kind: header & 0x30_0000), getter: getter, hasArguments: hasArguments)
    }

    private mutating func align() {
      place = place.alignedUp(toMultipleOf: 8)
    }

    private mutating func stop() -> Component {
      place = end
      return .unknown
    }
  }
}
