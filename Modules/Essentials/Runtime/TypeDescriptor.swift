/// The compiler's descriptor of a struct, an enum or a class: its name, the type that encloses it, the
/// names of its members.
///
/// The layout (Swift's ABI: `TypeContextDescriptor` in Metadata.h, `FieldDescriptor` in Records.h)
/// is that of generated code, which runtimes since Swift 5 must be able to read. Reading it calls
/// no code of the type.
struct TypeDescriptor {
  private static let extensionKind: UInt32 = 1
  private static let anonymousKind: UInt32 = 2
  private static let classKind: UInt32 = 16
  private static let structKind: UInt32 = 17
  private static let enumKind: UInt32 = 18

  private let address: UnsafeRawPointer

  private init(_ address: UnsafeRawPointer) { self.address = address }

  /// Returns nil for types other than structs and enums.
  init?(of type: any Any.Type) {
    guard RuntimeFeature.isTrusted, MemoryLayout<Int>.size == 8 else { return nil }
    // A metatype is a pointer to metadata, which begins with a kind and the descriptor's address.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard [0x200, 0x201].contains(metadata.load(as: Int.self)) else { return nil }
    self.init(metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
  }

  /// Returns nil where the layout of classes is another one, as with Objective-C.
  private init?(ofClass type: AnyClass) {
    #if os(Linux)
    guard RuntimeFeature.isTrusted, MemoryLayout<Int>.size == 8 else { return nil }
    // A class's metadata begins with a kind, the superclass, and three words of sizes (Swift's ABI:
    // `TargetClassMetadata` in Metadata.h, without Objective-C).
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == 0,
      let descriptor = metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
    else { return nil }
    self.init(descriptor)
    #else
    return nil
    #endif
  }

  private var flags: UInt32 { address.load(as: UInt32.self) }
  private var kind: UInt32 { flags & 0x1f }
  /// True for an imported C type, whose enums may have other raw values than their cases list.
  private var isForeign: Bool { flags >> 16 & 3 == 2 }

  private var name: String {
    Self.target(of: address + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
      ?? ""
  }

  /// The descriptor of the enclosing type.
  private var parent: UnsafeRawPointer? {
    var parent = Self.indirectTarget(of: address + 4)
    // Private types are in an anonymous context.
    while let found = parent, found.load(as: UInt32.self) & 0x1f == Self.anonymousKind {
      parent = Self.indirectTarget(of: found + 4)
    }
    return parent
  }

  private var fields: UnsafeRawPointer? { Self.target(of: address + 16) }

  /// The names of an enum's cases, or nil for other types and for an enum with associated values.
  var caseNames: [String]? {
    guard kind == Self.enumKind, !isForeign,
      address.load(fromByteOffset: 20, as: UInt32.self) & 0xff_ffff == 0, let fields
    else { return nil }
    let count = Int(address.load(fromByteOffset: 24, as: UInt32.self))
    guard count > 0, Int(fields.load(fromByteOffset: 12, as: UInt32.self)) == count else {
      return nil
    }
    return (0..<count).map { index in
      Self.target(of: fields + 16 + index * 12 + 8)
        .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
    }
  }

  /// The type itself, or nil for a generic one, which has many types.
  private var type: (any Any.Type)? {
    guard let fields, let name = Self.target(of: fields) else { return nil }
    // A mangled name contains relative or absolute addresses, each after a byte that determines its
    // size.
    var length = 0
    while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
      length += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
    }
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(length), genericContext: nil,
      genericArguments: nil)
  }

  /// Finds the enum with a name in an enclosing type, whatever its access level.
  ///
  /// It returns nil if there is none or several, and inside a generic type. O(types in the
  /// program).
  static func nestedEnum(_ name: String, in outer: any Any.Type) -> (any Any.Type)? {
    guard let descriptor = TypeDescriptor(of: outer) else { return nil }
    var found: [TypeDescriptor] = []
    forEach { candidate in
      guard candidate.kind == enumKind, candidate.parent == descriptor.address,
        candidate.name == name
      else { return }
      found.append(candidate)
    }
    return found.count == 1 ? found[0].type : nil
  }

  /// Finds the classes with some names that inherit from another class. O(types in the program).
  static func classes(named names: Set<String>, inheriting superclass: AnyClass) -> [AnyClass] {
    guard RuntimeFeature.isTrusted, MemoryLayout<Int>.size == 8, !names.isEmpty else { return [] }
    var found: [AnyClass] = []
    forEach { candidate in
      guard candidate.kind == classKind, names.contains(candidate.name),
        let type = candidate.type as? AnyClass,
        sequence(first: type, next: { _getSuperclass($0) }).dropFirst().contains(where: {
          $0 == superclass
        })
      else { return }
      found.append(type)
    }
    return found
  }

  /// Finds the enums in classes whose names begin with a prefix, by the class. O(types in the
  /// program).
  static func nestedEnums(
    prefix: String, in classes: [AnyClass]
  ) -> [ObjectIdentifier: [any Any.Type]] {
    var wanted: [UnsafeRawPointer: ObjectIdentifier] = [:]
    for type in classes {
      guard let descriptor = TypeDescriptor(ofClass: type) else { continue }
      wanted[descriptor.address] = ObjectIdentifier(type)
    }
    var found: [ObjectIdentifier: [any Any.Type]] = [:]
    guard !wanted.isEmpty else { return found }
    forEach { candidate in
      guard candidate.kind == enumKind, let outer = candidate.outerType.flatMap({ wanted[$0] }),
        candidate.name.hasPrefix(prefix), let type = candidate.type
      else { return }
      found[outer, default: []].append(type)
    }
    return found
  }

  /// The descriptor of the enclosing type, or of the type that an enclosing extension extends.
  private var outerType: UnsafeRawPointer? {
    guard let parent, parent.load(as: UInt32.self) & 0x1f == Self.extensionKind else {
      return parent
    }
    // An extension has the mangled name of its type, which refers to the type's descriptor.
    guard let name = Self.target(of: parent + 8), name.load(as: UInt8.self) == 0x01 else {
      return nil
    }
    return Self.target(of: name + 1)
  }

  /// Returns the address that a relative pointer refers to, or nil for a null pointer.
  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(pointer.loadUnaligned(as: Int32.self))
    return distance == 0 ? nil : pointer + distance
  }

  /// Returns the address that a relative pointer refers to, directly or, if its lowest bit is set,
  /// by an address stored there.
  private static func indirectTarget(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(pointer.load(as: Int32.self))
    guard distance != 0 else { return nil }
    let target = pointer + (distance & ~1)
    return distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
  }
}

#if os(Linux)
// The runtime's list of loaded images (`MetadataSections` in ImageInspectionCommon.h), by which
// test libraries find tests.
@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateAllMetadataSections(
  _ body: @convention(c) (_ sections: UnsafeRawPointer, _ context: UnsafeMutableRawPointer) -> Bool,
  _ context: UnsafeMutableRawPointer
)
#endif

extension TypeDescriptor {
  /// Calls a closure with the descriptor of each type in the program.
  ///
  /// On platforms other than Linux it calls it for none.
  private static func forEach(_ body: (TypeDescriptor) -> Void) {
    #if os(Linux)
    withoutActuallyEscaping(body) { body in
      var visit: (UnsafeRawPointer) -> Void = { record in
        let value = record.load(as: Int32.self)
        let target = record + Int(value & ~3)
        switch value & 3 {
        case 0: body(TypeDescriptor(target))
        case 1: body(TypeDescriptor(target.load(as: UnsafeRawPointer.self)))
        default: break
        }
      }
      withUnsafeMutablePointer(to: &visit) { visit in
        enumerateAllMetadataSections(
          { sections, context in
            // The layout is the version, an address, two unused words, and the sections of
            // protocols, conformances and types, each as start and length.
            guard (3...5).contains(sections.load(as: Int.self)),
              let start = sections.load(fromByteOffset: 64, as: UnsafeRawPointer?.self)
            else { return true }
            let visit = context.assumingMemoryBound(to: ((UnsafeRawPointer) -> Void).self)
            let length = sections.load(fromByteOffset: 72, as: Int.self)
            for offset in stride(from: 0, to: length, by: 4) { visit.pointee(start + offset) }
            return true
          }, visit)
      }
    }
    #endif
  }
}

/// Types of the program that are found by their names, which the Objective-C runtime does on Apple's
/// platforms.
package enum ProgramTypes {
  /// Returns the classes with some names, without module and enclosing types, that inherit from
  /// another class. O(types in the program).
  ///
  /// Generic classes aren't found, and on platforms other than Linux none is.
  package static func classes(
    named names: Set<String>, inheriting superclass: AnyClass
  ) -> [AnyClass] {
    TypeDescriptor.classes(named: names, inheriting: superclass)
  }

  /// Returns the enums in some classes, or in extensions of them, whose names begin with a prefix, by
  /// the class. O(types in the program).
  package static func nestedEnums(
    prefix: String, in classes: [AnyClass]
  ) -> [ObjectIdentifier: [any Any.Type]] {
    TypeDescriptor.nestedEnums(prefix: prefix, in: classes)
  }
}
