public import StrataArchives
internal import Foundation

/// Writes binary property lists, a value for each place in which one is used.
public struct PropertyListWriter {
  private var offsets: [Int] = []
  private var bytes = Array("bplist00".utf8)

  /// The bytes of a property list.
  public static func bytes(of value: PropertyListValue) -> [UInt8] {
    var writer = PropertyListWriter()
    let top = writer.write(value)
    return writer.finished(top: top)
  }

  /// Puts a table and a trailer behind values that were written by hand.
  ///
  /// - Parameter objects: The bytes of each value; references have two bytes.
  public static func bytes(objects: [[UInt8]], top: Int = 0) -> [UInt8] {
    var writer = PropertyListWriter()
    for object in objects {
      writer.offsets.append(writer.bytes.count)
      writer.bytes += object
    }
    return writer.finished(top: top)
  }

  private func finished(top: Int) -> [UInt8] {
    var all = bytes
    for offset in offsets { all += Self.number(offset, size: 4) }
    all += [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [offsets.count, top, bytes.count] { all += Self.number(number, size: 8) }
    return all
  }

  /// A number's bytes, the highest first.
  public static func number(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The first bytes of a value with a length: its kind and the count.
  public static func head(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + number(count, size: 4)
  }

  private mutating func write(_ value: PropertyListValue) -> Int {
    var content: [UInt8]
    switch value {
    case .null: content = [0]
    case .boolean(let flag): content = [flag ? 9 : 8]
    case .integer(let number): content = [0x13] + Self.number(Int(number), size: 8)
    case .unsignedInteger(let number):
      content =
        [0x14] + Self.number(0, size: 8)
        + Self.number(Int(bitPattern: UInt(number)), size: 8)
    case .real(let number):
      content = [0x23] + Self.number(Int(Int64(bitPattern: number.bitPattern)), size: 8)
    case .date(let date):
      let pattern = date.timeIntervalSinceReferenceDate.bitPattern
      content = [0x33] + Self.number(Int(Int64(bitPattern: pattern)), size: 8)
    case .data(let data): content = Self.head(4, count: data.count) + data
    case .string(let text) where text.utf8.allSatisfy({ $0 < 0x80 }):
      content = Self.head(5, count: text.utf8.count) + Array(text.utf8)
    case .string(let text):
      content =
        Self.head(6, count: text.utf16.count)
        + text.utf16.flatMap { Self.number(Int($0), size: 2) }
    case .uid(let number): content = [0x83] + Self.number(number, size: 4)
    case .array(let elements): content = references(elements, kind: 0xA, count: elements.count)
    case .set(let elements): content = references(elements, kind: 0xC, count: elements.count)
    case .dictionary(let values):
      let sorted = values.sorted { $0.key < $1.key }
      content = references(
        sorted.map { .string($0.key) } + sorted.map(\.value), kind: 0xD, count: sorted.count)
    }
    offsets.append(bytes.count)
    bytes += content
    return offsets.count - 1
  }

  private mutating func references(
    _ values: [PropertyListValue], kind: UInt8, count: Int
  ) -> [UInt8] {
    Self.head(kind, count: count) + values.flatMap { Self.number(write($0), size: 2) }
  }
}
