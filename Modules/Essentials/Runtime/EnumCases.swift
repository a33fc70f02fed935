/// The cases of enums that aren't `CaseIterable`.
package enum EnumCases {
  /// Returns the cases of an enum without associated values in order of declaration, or nil for
  /// other types.
  package static func all<Value>(of type: Value.Type) -> [Value]? {
    guard let descriptor = TypeDescriptor(of: type), let names = descriptor.caseNames,
      MemoryLayout<Value>.size == (names.count == 1 ? 0 : 1), names.count <= 256
    else { return nil }
    // The value of such an enum of at most one byte is the number of its case.
    return names.indices.map { number in
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
        memory.storeBytes(of: UInt8(number), as: UInt8.self)
        return memory.load(as: type)
      }
    }
  }

  /// Returns the names of the cases that ``all(of:)`` returns.
  static func names(of type: any Any.Type) -> [String]? {
    TypeDescriptor(of: type)?.caseNames
  }
}
