public import Foundation

extension PropertyListValue {
  /// The value as a binary property list, `bplist00`. O(size).
  ///
  /// Each value is written where it is used, and dictionaries in the order of their keys. So equal
  /// values have equal lists.
  public func binaryPropertyList() -> Data {
    var writer = BinaryPropertyListWriter(count: count)
    let top = writer.write(self)
    return writer.finished(top: top)
  }

  /// The number of values in the value, itself and a dictionary's keys included.
  private var count: Int {
    switch self {
    case .array(let elements), .set(let elements): elements.reduce(1) { $0 + $1.count }
    case .dictionary(let values): values.values.reduce(1 + values.count) { $0 + $1.count }
    default: 1
    }
  }
}

/// Writes a binary property list.
private struct BinaryPropertyListWriter {
  private let referenceSize: Int
  private var offsets: [Int] = []
  private var bytes = BinaryPropertyList.magic

  /// - Parameter count: The number of values to write.
  init(count: Int) { referenceSize = count < 1 << 16 ? 2 : 4 }

  mutating func finished(top: Int) -> Data {
    let table = bytes.count
    for offset in offsets { append(offset, size: 8) }
    bytes += [0, 0, 0, 0, 0, 0, 8, UInt8(referenceSize)]
    for number in [offsets.count, top, table] { append(number, size: 8) }
    return Data(bytes)
  }

  /// Writes a value, and returns its number.
  mutating func write(_ value: PropertyListValue) -> Int {
    switch value {
    case .array(let elements): return writeList(elements, kind: 0xA, count: elements.count)
    case .set(let elements): return writeList(elements, kind: 0xC, count: elements.count)
    case .dictionary(let values):
      let sorted = values.sorted { $0.key < $1.key }
      return writeList(
        sorted.map { .string($0.key) } + sorted.map(\.value), kind: 0xD, count: sorted.count)
    default: break
    }
    offsets.append(bytes.count)
    switch value {
    case .boolean(let truth): bytes.append(truth ? 9 : 8)
    case .integer(let number):
      bytes.append(0x13)
      append(Int(number), size: 8)
    case .unsignedInteger(let number):
      bytes.append(0x14)
      append(0, size: 8)
      append(Int(truncatingIfNeeded: number), size: 8)
    case .real(let number):
      bytes.append(0x23)
      append(Int(truncatingIfNeeded: number.bitPattern), size: 8)
    case .date(let date):
      bytes.append(0x33)
      append(
        Int(truncatingIfNeeded: date.timeIntervalSinceReferenceDate.bitPattern), size: 8)
    case .data(let data):
      appendHead(4, count: data.count)
      bytes += data
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        appendHead(5, count: text.utf8.count)
        bytes += text.utf8
      } else {
        appendHead(6, count: text.utf16.count)
        for unit in text.utf16 { append(Int(unit), size: 2) }
      }
    case .uid(let number):
      bytes.append(0x83)
      append(number, size: 4)
    case .null, .array, .set, .dictionary: bytes.append(0)
    }
    return offsets.count - 1
  }

  private mutating func writeList(
    _ values: [PropertyListValue], kind: UInt8, count: Int
  ) -> Int {
    let numbers = values.map { write($0) }
    offsets.append(bytes.count)
    appendHead(kind, count: count)
    for number in numbers { append(number, size: referenceSize) }
    return offsets.count - 1
  }

  /// Begins a value of some length.
  private mutating func appendHead(_ kind: UInt8, count: Int) {
    guard count >= 15 else { return bytes.append(kind << 4 | UInt8(count)) }
    bytes += [kind << 4 | 15, 0x13]
    append(count, size: 8)
  }

  private mutating func append(_ number: Int, size: Int) {
    for shift in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
    }
  }
}
