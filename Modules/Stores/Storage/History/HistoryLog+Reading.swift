internal import Foundation

/// Changes of one kind to objects of one entity: what a transaction's changes are packed in.
package struct HistoryRun {
  package let entity: String
  package let kind: HistoryEntry.Change.Kind
  /// The names of the properties that changed; empty but for updates.
  package let properties: [String]
  package let keys: [Int64]

  func changes(
    _ tombstones: [HistoryReader.Object: HistoryEntry.Tombstone] = [:]
  ) -> [HistoryEntry.Change] {
    keys.map { key in
      let tombstone =
        kind == .delete && !tombstones.isEmpty
        ? tombstones[.init(entity: entity, key: key)] : nil
      return HistoryEntry.Change(
        entity: entity, key: key, kind: kind, properties: properties, tombstone: tombstone)
    }
  }
}

/// Reads what ``HistoryLog`` packed; never past the end, whatever the bytes say.
struct HistoryReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The bytes contradict themselves.
  struct Damaged: Error {}

  init(_ data: Data) { bytes = Array(data) }

  mutating func changes() throws(Damaged) -> [HistoryEntry.Change] {
    try runs().flatMap { $0.changes() }
  }

  mutating func runs() throws(Damaged) -> [HistoryRun] {
    guard try byte() == 1 else { throw Damaged() }
    let names = try names()
    var runs: [HistoryRun] = []
    for _ in 0..<(try count()) {
      let entity = try names.name(at: variable())
      guard let kind = HistoryEntry.Change.Kind(rawValue: try byte()) else { throw Damaged() }
      var properties: [String] = []
      for _ in 0..<(try count()) { properties.append(try names.name(at: variable())) }
      var key: Int64 = 0
      var keys: [Int64] = []
      let count = try count()
      keys.reserveCapacity(count)
      for _ in 0..<count {
        key &+= try zigzag()
        keys.append(key)
      }
      runs.append(HistoryRun(entity: entity, kind: kind, properties: properties, keys: keys))
    }
    return runs
  }

  /// The names that a packed form mentions.
  mutating func names() throws(Damaged) -> [String] {
    var names: [String] = []
    for _ in 0..<(try count()) { names.append(String(decoding: try take(count()), as: UTF8.self)) }
    return names
  }

  /// The next bytes, of which there are so many.
  mutating func take(_ length: Int) throws(Damaged) -> ArraySlice<UInt8> {
    guard length <= bytes.count - position else { throw Damaged() }
    defer { position += length }
    return bytes[position..<(position + length)]
  }

  mutating func zigzag() throws(Damaged) -> Int64 {
    let value = try variable()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func byte() throws(Damaged) -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func variable() throws(Damaged) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw Damaged() }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  // Each counted thing takes at least a byte, so that a count beyond the end is damage.
  mutating func count() throws(Damaged) -> Int {
    let value = try variable()
    guard value <= UInt64(bytes.count - position) else { throw Damaged() }
    return Int(value)
  }
}

extension [String] {
  /// The name at an index of a packed form.
  func name(at index: UInt64) throws(HistoryReader.Damaged) -> String {
    guard index < UInt64(count) else { throw HistoryReader.Damaged() }
    return self[Int(index)]
  }
}
