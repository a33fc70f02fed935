/// How the runtime keeps the values of small enums.
package enum EnumLayout {
  /// The value of an enum whose bytes are zero, which is its first case; nil for other types.
  package static func zero<Value>(of type: Value.Type) -> Value? {
    // The first word of a type's metadata is its kind (Swift's ABI, "Type Metadata"): 0x201 for enums.
    guard RuntimeFeature.isTrusted, MemoryLayout<Value>.size <= 1,
      unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee == 0x201
    else { return nil }
    // An enum of a byte or none holds no reference, and a byte of zero is its first case, with or
    // without payload, so that a value can be read from it.
    return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
      memory.storeBytes(of: 0, as: UInt8.self)
      return memory.load(as: type)
    }
  }
}
