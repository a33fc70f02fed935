internal import Foundation

/// A keyed archive whose root object is data. SwiftData stores an array's JSON in this form.
enum KeyedArchiveOfData {
  /// Encodes the archive as a binary property list.
  static func bytes(of data: Data) -> Data {
    // There are few objects, so a reference takes one byte. Offsets take four.
    let objects: [[UInt8]] = [
      dictionary(keys: [1, 2, 3, 4], values: [5, 6, 7, 10]),
      text("$version"), text("$archiver"), text("$top"), text("$objects"),
      [0x12] + number(100_000, size: 4), text("NSKeyedArchiver"),
      dictionary(keys: [8], values: [9]), text("root"), [0x80, 1],
      [0xA2, 11, 12], text("$null"), head(0x4, count: data.count) + data,
    ]
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += number(bytes.count, size: 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 1]
    for value in [objects.count, 0, table] { bytes += number(value, size: 8) }
    return Data(bytes)
  }

  private static func dictionary(keys: [UInt8], values: [UInt8]) -> [UInt8] {
    head(0xD, count: keys.count) + keys + values
  }

  private static func text(_ text: String) -> [UInt8] {
    head(0x5, count: text.utf8.count) + Array(text.utf8)
  }

  private static func head(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + number(count, size: 4)
  }

  private static func number(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
