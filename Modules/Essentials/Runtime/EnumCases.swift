/// The cases of enums that don't list them themselves.
package enum EnumCases {
  /// The cases of an enum without payloads in order of declaration; nil for other types.
  package static func all<Value>(of type: Value.Type) -> [Value]? {
    guard let descriptor = TypeDescriptor(of: type), let names = descriptor.caseNames,
      MemoryLayout<Value>.size == (names.count == 1 ? 0 : 1), names.count <= 256
    else { return nil }
    // An enum of a byte or less without payloads holds nothing but the number of its case.
    return names.indices.map { number in
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
        memory.storeBytes(of: UInt8(number), as: UInt8.self)
        return memory.load(as: type)
      }
    }
  }

  /// The names of the cases that ``all(of:)`` gives.
  static func names(of type: any Any.Type) -> [String]? {
    TypeDescriptor(of: type)?.caseNames
  }
}
