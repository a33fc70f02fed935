internal import Foundation
import StrataSchema

extension HistoryReader {
  /// An object, as a history entry names it.
  struct Object: Hashable {
    let entity: String
    let key: Int64
  }

  /// Reads what ``TombstoneLog`` packed.
  mutating func tombstones() throws(Damaged) -> [Object: HistoryEntry.Tombstone] {
    guard try byte() == 1 else { throw Damaged() }
    let names = try names()
    var result: [Object: HistoryEntry.Tombstone] = [:]
    for _ in 0..<(try count()) {
      let entity = try names.name(at: variable())
      var columns: [(property: String, part: String)] = []
      for _ in 0..<(try count()) {
        let property = try names.name(at: variable())
        columns.append((property, try names.name(at: variable())))
      }
      var key: Int64 = 0
      for _ in 0..<(try count()) {
        key &+= try zigzag()
        var values: [String: [HistoryEntry.Tombstone.Column]] = [:]
        for (property, part) in columns {
          values[property, default: []].append(.init(part: part, value: try columnValue()))
        }
        result[Object(entity: entity, key: key)] = HistoryEntry.Tombstone(values)
      }
    }
    return result
  }

  private mutating func columnValue() throws(Damaged) -> ColumnValue {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try zigzag())
    case 2:
      let bits = try take(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return .real(Double(bitPattern: bits))
    case 3: return .text(String(decoding: try take(count()), as: UTF8.self))
    case 4: return .blob(Data(try take(count())))
    default: throw Damaged()
    }
  }
}
