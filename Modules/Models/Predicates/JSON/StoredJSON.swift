import Foundation
import StrataSchema
import StrataSQLite

/// A parsed JSON text, as SQLite's JSON functions read it.
indirect enum StoredJSON: Encodable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case array([StoredJSON])
  case object([String: StoredJSON])

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (key, value) in object { try container.encode(value, forKey: JSONKey(key)) }
    case .array(let array):
      var container = encoder.unkeyedContainer()
      for value in array { try container.encode(value) }
    case .null: try encodeNil(to: encoder)
    case .bool(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .real(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    }
  }

  private func encodeNil(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  /// The value that SQLite's functions return.
  ///
  /// An object or an array is its text.
  var columnValue: ColumnValue {
    switch self {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    // Can't fail: a parsed value can be encoded.
    case .array, .object: (try? JSONColumn.encode(self)).map { .text($0) } ?? .null
    }
  }

  /// The elements with their indices or keys.
  ///
  /// As in SQLite, a single value is its own only element.
  var elements: [(key: ColumnValue, value: StoredJSON)] {
    switch self {
    case .array(let array): array.enumerated().map { (.integer(Int64($0)), $1) }
    case .object(let object): object.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) }
    default: [(.null, self)]
    }
  }

  /// Returns the value for a key or at an index.
  func value(at key: ColumnValue) -> StoredJSON? {
    switch (self, key) {
    case (.object(let object), .text(let key)): object[key]
    case (.array(let array), .integer(let index)):
      Int(exactly: index < 0 ? Int64(array.count) + index : index).flatMap {
        array.indices.contains($0) ? array[$0] : nil
      }
    default: nil
    }
  }
}

/// Any key of a JSON object.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ key: String) {
    stringValue = key
    intValue = nil
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
