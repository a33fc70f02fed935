internal import Foundation
package import StrataSchema

/// The values of a server's statement, packed as the server takes them: numbers are big-endian with eight bytes, texts
/// are UTF-8.
package final class ParameterBuffer {
  /// The position of a value in ``bytes``.
  package struct Slot {
    /// The position of its first byte.
    package let start: Int
    /// The number of its bytes.
    package let count: Int
    /// Its storage class, or nil for NULL.
    package let type: StorageClass?
  }

  /// The bytes of all values, in the order in which they were bound.
  package private(set) var bytes: [UInt8] = []
  /// The values by parameter, or NULL for a parameter that wasn't bound.
  package private(set) var slots: [Slot]

  package init(count: Int) {
    slots = Array(repeating: Slot(start: 0, count: 0, type: nil), count: count)
  }

  /// Forgets the values, and keeps the room for others.
  func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = Slot(start: 0, count: 0, type: nil) }
  }

  /// Binds the value of a parameter, counted from 1.
  func bind(_ value: ColumnValue, at index: Int32) {
    let start = bytes.count
    // SQL has no NaN, and SQLite takes it for NULL.
    let value = if case .real(let number) = value, number.isNaN { ColumnValue.null } else { value }
    switch value {
    case .null: break
    case .integer(let number): append(number.bigEndian)
    case .real(let number): append(number.bitPattern.bigEndian)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let data): bytes.append(contentsOf: data)
    }
    let slot = Int(index) - 1
    while slots.count <= slot { slots.append(Slot(start: 0, count: 0, type: nil)) }
    slots[slot] = Slot(start: start, count: bytes.count - start, type: value.storageClass)
  }

  /// The values of all parameters.
  package var values: [ColumnValue] {
    slots.map { slot in
      let value = bytes[slot.start..<slot.start + slot.count]
      switch slot.type {
      case nil: return .null
      case .integer: return .integer(Int64(bitPattern: Self.number(value)))
      case .real: return .real(Double(bitPattern: Self.number(value)))
      case .text: return .text(String(decoding: value, as: UTF8.self))
      case .blob: return .blob(Data(value))
      }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }
}
