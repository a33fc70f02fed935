internal import Foundation

/// Changes of one kind to objects of one entity: what a transaction's changes are packed in.
package struct HistoryRun {
  package let entity: String
  package let kind: HistoryChange.Kind
  /// The names of the properties that changed; empty but for updates.
  package let properties: [String]
  package let keys: [Int64]

  var changes: [HistoryChange] {
    keys.map { HistoryChange(entity: entity, key: $0, kind: kind, properties: properties) }
  }
}

/// Reads what ``HistoryLog`` packed; never past the end, whatever the bytes say.
struct HistoryReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The bytes contradict themselves.
  struct Damaged: Error {}

  init(_ data: Data) { bytes = Array(data) }

  mutating func changes() throws(Damaged) -> [HistoryChange] { try runs().flatMap(\.changes) }

  mutating func runs() throws(Damaged) -> [HistoryRun] {
    guard try byte() == 1 else { throw Damaged() }
    var names: [String] = []
    for _ in 0..<(try count()) {
      let length = try count()
      names.append(String(decoding: bytes[position..<(position + length)], as: UTF8.self))
      position += length
    }
    func name(_ index: UInt64) throws(Damaged) -> String {
      guard index < UInt64(names.count) else { throw Damaged() }
      return names[Int(index)]
    }
    var runs: [HistoryRun] = []
    for _ in 0..<(try count()) {
      let entity = try name(variable())
      guard let kind = HistoryChange.Kind(rawValue: try byte()) else { throw Damaged() }
      var properties: [String] = []
      for _ in 0..<(try count()) { properties.append(try name(variable())) }
      var key: Int64 = 0
      var keys: [Int64] = []
      let count = try count()
      keys.reserveCapacity(count)
      for _ in 0..<count {
        let zigzag = try variable()
        key &+= Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
        keys.append(key)
      }
      runs.append(HistoryRun(entity: entity, kind: kind, properties: properties, keys: keys))
    }
    return runs
  }

  private mutating func byte() throws(Damaged) -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func variable() throws(Damaged) -> UInt64 {
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
  private mutating func count() throws(Damaged) -> Int {
    let value = try variable()
    guard value <= UInt64(bytes.count - position) else { throw Damaged() }
    return Int(value)
  }
}
