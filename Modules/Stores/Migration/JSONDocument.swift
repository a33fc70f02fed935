internal import Foundation
internal import StrataSQLite
import StrataSchema
import StrataTables

/// A JSON text, read whole.
indirect enum JSONDocument: Codable {
  case null
  case truth(Bool)
  /// A number, with all its digits where they are known: a `Double` has those that it is read from.
  case number(Decimal?, Double)
  case text(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  init(text: String) throws {
    self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    // A decoder has no way to ask what a value is: each `try?` here asks for a kind, and fails where it is
    // another. What is wrong with a value inside is thrown.
    if let object = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONDocument] = [:]
      for key in object.allKeys {
        members[key.stringValue] = try object.decode(JSONDocument.self, forKey: key)
      }
      self = .object(members)
      return
    }
    if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONDocument] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONDocument.self)) }
      self = .array(elements)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(try? value.decode(Decimal.self), number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .truth(let truth):
      var container = encoder.singleValueContainer()
      try container.encode(truth)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let decimal, let double):
      var container = encoder.singleValueContainer()
      if let decimal { try container.encode(decimal) } else { try container.encode(double) }
    }
  }

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONDocument {
  /// The document that Foundation's `JSONEncoder` writes for the value of a column, or nil for NULL.
  init?(_ value: ColumnValue, meaning: ColumnDescription.Meaning?) throws {
    switch (value, meaning) {
    case (.null, _): return nil
    case (.integer(let value), .boolean): self = .truth(value != 0)
    case (.integer(let value), .unsigned):
      let number = UInt64(bitPattern: value)
      self = .number(Decimal(number), Double(number))
    case (.integer(let bits), .bitmask):
      let places = (0..<64).filter { (place: Int) -> Bool in bits >> place & 1 == 1 }
      self = .array(
        places.map { (place: Int) -> JSONDocument in
          .number(Decimal(place), Double(place))
        })
    case (.integer(let value), _): self = .number(Decimal(value), Double(value))
    case (.real(let value), _):
      self =
        value.isInfinite
        ? .text(value < 0 ? "-Infinity" : "Infinity") : .number(nil, value)
    case (.text(let text), .json): try self.init(text: text)
    case (.text(let text), .decimal):
      guard let number = Decimal(digits: text) else {
        throw CompositeDocument.Failure(description: "'\(text)' is no decimal number")
      }
      self = .number(number, NSDecimalNumber(decimal: number).doubleValue)
    case (.text(let text), _): self = .text(text)
    case (.blob(let data), .uuid):
      guard data.count == 16 else {
        throw CompositeDocument.Failure(description: "a UUID has 16 bytes")
      }
      self = .text(
        UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString)
    case (.blob(let data), _): self = .text(data.base64EncodedString())
    }
  }

  /// Where another document says something else, or nothing, or nil where it says all that this one does.
  func firstMissing(in other: JSONDocument, at path: String = "") -> String? {
    func here(_ isSame: Bool) -> String? { isSame ? nil : path.isEmpty ? "the value" : path }
    switch (self, other) {
    case (.null, _): return nil
    case (.truth(let lhs), .truth(let rhs)): return here(lhs == rhs)
    case (.text(let lhs), .text(let rhs)): return here(lhs == rhs)
    case (.number(let exact, let lhs), .number(let other, let rhs)):
      if let exact { return here(exact == other) }
      // A Float has fewer digits than the column that kept it.
      return here(lhs == rhs || (Float(lhs) == Float(rhs) && Double(Float(lhs)) == lhs))
    case (.array(let lhs), .array(let rhs)):
      guard lhs.count == rhs.count else { return here(false) }
      for (index, pair) in zip(lhs, rhs).enumerated() {
        if let found = pair.0.firstMissing(in: pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    case (.object(let lhs), .object(let rhs)):
      for (name, value) in lhs.sorted(by: { $0.key < $1.key }) {
        let place = path.isEmpty ? name : "\(path).\(name)"
        guard let other = rhs[name] else { return value.isNull ? nil : place }
        if let found = value.firstMissing(in: other, at: place) { return found }
      }
      return nil
    default: return here(false)
    }
  }

  /// The document with the elements of each list sorted, so that lists of the same elements are
  /// equal.
  var sorted: JSONDocument {
    switch self {
    case .array(let elements):
      .array(
        elements.map { element in
          let element = element.sorted
          return (element.order, element)
        }.sorted { $0.0 < $1.0 }.map(\.1))
    case .object(let members): .object(members.mapValues(\.sorted))
    case .null, .truth, .number, .text: self
    }
  }

  /// The sort key of an element. A member that is null counts as missing.
  private var order: String {
    switch self {
    case .null: "null"
    case .truth(let truth): "\(truth)"
    case .number(let exact, let number): exact.map { "\($0)" } ?? "\(Float(number))"
    case .text(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(\.order).joined(separator: ","))]"
    case .object(let members):
      members.filter { !$0.value.isNull }.sorted { $0.key < $1.key }
        .map { "\($0.key):\($0.value.order)" }.joined(separator: ",")
    }
  }

  private var isNull: Bool { if case .null = self { true } else { false } }
}
