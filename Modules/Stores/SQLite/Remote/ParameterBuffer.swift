internal import Foundation
package import StrataSchema

/// The values of a server's statement, until they are packed as the server takes them.
package final class ParameterBuffer {
  /// A value, whose number is in it, and whose text or data is among the bytes.
  package struct Slot {
    /// Its storage class, or nil for NULL.
    package let type: StorageClass?
    /// An integer's or a real's bits.
    package let number: UInt64
    /// The positions of a text's or of data's bytes.
    package let bytes: Range<Int>

    fileprivate init(_ type: StorageClass?, number: UInt64 = 0, bytes: Range<Int> = 0..<0) {
      (self.type, self.number, self.bytes) = (type, number, bytes)
    }
  }

  /// The values and their bytes, as one value: each access of an object's property is checked at run time.
  package struct Content {
    /// The bytes of all texts and data, in the order in which they were bound. Texts are UTF-8.
    package fileprivate(set) var bytes: [UInt8] = []
    /// The values by parameter, or NULL for a parameter that wasn't bound.
    package fileprivate(set) var slots: [Slot]

    /// The number of bytes of all values: eight for a number.
    package var byteCount: Int {
      slots.reduce(bytes.count) { count, slot in
        switch slot.type {
        case .integer, .real: count + 8
        case .text, .blob, nil: count
        }
      }
    }

    fileprivate mutating func bind(_ value: ColumnValue, at slot: Int) {
      while slots.count <= slot { slots.append(Slot(nil)) }
      switch value {
      case .null: slots[slot] = Slot(nil)
      case .integer(let number): slots[slot] = Slot(.integer, number: UInt64(bitPattern: number))
      // SQL has no NaN, and SQLite takes it for NULL.
      case .real(let number):
        slots[slot] = number.isNaN ? Slot(nil) : Slot(.real, number: number.bitPattern)
      case .text(let text):
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        slots[slot] = Slot(.text, bytes: start..<bytes.count)
      case .blob(let data):
        let start = bytes.count
        bytes.append(contentsOf: data)
        slots[slot] = Slot(.blob, bytes: start..<bytes.count)
      }
    }

    fileprivate mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      for slot in slots.indices { slots[slot] = Slot(nil) }
    }
  }

  package private(set) var content: Content

  package init(count: Int) {
    content = Content(slots: Array(repeating: Slot(nil), count: count))
  }

  /// Forgets the values, and keeps the room for others.
  func removeAll() { content.removeAll() }

  /// Binds the value of a parameter, counted from 1.
  func bind(_ value: ColumnValue, at index: Int32) { content.bind(value, at: Int(index) - 1) }

  /// The values of all parameters.
  package var values: [ColumnValue] {
    let content = content
    return content.slots.map { slot in
      switch slot.type {
      case nil: .null
      case .integer: .integer(Int64(bitPattern: slot.number))
      case .real: .real(Double(bitPattern: slot.number))
      case .text: .text(String(decoding: content.bytes[slot.bytes], as: UTF8.self))
      case .blob: .blob(Data(content.bytes[slot.bytes]))
      }
    }
  }
}
