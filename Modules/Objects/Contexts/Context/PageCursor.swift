internal import Foundation
import StrataPredicates
import StrataQuery
import StrataSQLite
import StrataSchema

/// The place in the order of a descriptor's objects from which the next or the previous page is fetched.
///
/// It has the sort keys' values and the key of one object. Objects that are inserted or deleted
/// meanwhile don't shift the pages. It is encoded as a text for URLs, which you hand to your clients:
/// they can read the values in it.
public struct PageCursor: Sendable, Hashable {
  let position: Query.Position
  /// The order that the position is in.
  private let order: String

  /// - Parameter scopes: The conditions of the context's scopes.
  init(_ position: Query.Position, in query: Query, _ scopes: [QueryExpression]) {
    self.position = position
    order = query.orderName(scopes)
  }

  /// Reads a cursor from its text.
  ///
  /// - Throws: ``StackError/malformedCursor(_:)`` for any other text.
  public init(_ text: String) throws(StackError) {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64) else { throw .malformedCursor(text) }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: data)
    } catch {
      throw .malformedCursor(text)
    }
    var values: [ColumnValue] = []
    for value in content.values {
      guard let value = value.columnValue else { throw .malformedCursor(text) }
      values.append(value)
    }
    guard content.version == 1, content.key > 0 else { throw .malformedCursor(text) }
    order = content.order
    position = Query.Position(values: values, key: content.key)
  }

  /// The position in the order of a query.
  ///
  /// - Throws: ``StackError/cursorOfOtherOrder(_:)`` if the cursor is of another order or scope.
  func position(
    in query: Query, _ scopes: [QueryExpression]
  ) throws(StackError) -> Query.Position {
    guard order == query.orderName(scopes), position.values.count == query.sort.count else {
      throw .cursorOfOtherOrder(description)
    }
    for (sort, value) in zip(query.sort, position.values) {
      guard case .column(_, let column) = sort.expression, !value.isNull else { continue }
      guard value.storageClass == column.description.storageClass else {
        throw .malformedCursor(description)
      }
    }
    return position
  }
}

extension PageCursor: CustomStringConvertible {
  /// The text, of letters, digits, `-` and `_`.
  public var description: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = Content(
      version: 1, order: order, key: position.key, values: position.values.map(Value.init))
    do {
      return try encoder.encode(content).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    } catch {
      preconditionFailure("texts and integers are always encoded: \(error)")
    }
  }
}

extension PageCursor: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError` if it is no cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension PageCursor {
  private struct Content: Codable {
    let version: Int
    let order: String
    let key: Int64
    let values: [Value]

    enum CodingKeys: String, CodingKey {
      case version = "v"
      case order = "o"
      case key = "k"
      case values = "d"
    }
  }

  /// A value of a sort key. One of the members is set, or none for nil.
  private struct Value: Codable {
    var integer: Int64?
    /// The bits of a floating-point number, since JSON has no infinity.
    var real: UInt64?
    var text: String?
    var blob: Data?

    enum CodingKeys: String, CodingKey {
      case integer = "i"
      case real = "r"
      case text = "t"
      case blob = "b"
    }

    init(_ value: ColumnValue) {
      switch value {
      case .null: break
      case .integer(let number): integer = number
      case .real(let number): real = number.bitPattern
      case .text(let text): self.text = text
      case .blob(let data): blob = data
      }
    }

    /// The value, or nil if several members are set, or a number that is none.
    var columnValue: ColumnValue? {
      var values: [ColumnValue] = []
      if let integer { values.append(.integer(integer)) }
      if let real { values.append(.real(Double(bitPattern: real))) }
      if let text { values.append(.text(text)) }
      if let blob { values.append(.blob(blob)) }
      guard values.count <= 1, !(real.map { Double(bitPattern: $0).isNaN } ?? false) else {
        return nil
      }
      return values.first ?? .null
    }
  }
}

extension Query {
  /// A short text for the class, the order and the scopes, the same in every process.
  ///
  /// A cursor of another scope would skip the objects before its position.
  fileprivate func orderName(_ scopes: [QueryExpression]) -> String {
    var text = entity
    for key in sort {
      text +=
        "|\(key.expression.orderName) \(key.isAscending) \(key.collation.rawValue) \(key.nilsAreFirst)"
    }
    for scope in scopes { text += "|\(scope)" }
    // FNV-1a: Swift's hashes differ in each process.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}

extension QueryExpression {
  fileprivate var orderName: String {
    switch self {
    case .column(let path, let column):
      (path.steps.map { $0.isCast ? "as \($0.destination)" : $0.relationship } + [
        column.property, column.name,
      ]).joined(separator: ".")
    default: "\(self)"
    }
  }
}
