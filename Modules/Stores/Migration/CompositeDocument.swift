internal import Foundation
internal import StrataSQLite
import StrataSchema
import StrataTables

/// The JSON that a value of `@Composite` would be, made of its columns alone, since its type no longer
/// knows them: as the compiler's own `Codable` writes it, with each member under its name.
///
/// A type may write itself otherwise. So what it makes of the text has to hold all that was in the columns
/// (``checkKept(in:)``).
struct CompositeDocument {
  private let value: JSONDocument
  /// The JSON.
  let text: String

  /// Why there is no such JSON.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - columns: The columns that the value had, in any order.
  ///   - values: What the row has in them.
  init(_ shape: CompositeShape, _ columns: [ColumnDescription], _ values: [ColumnValue]) throws {
    let kept = Dictionary(
      zip(columns.map(\.part), zip(columns, values)), uniquingKeysWith: { first, _ in first })
    value = try Self.value(shape, kept, "") ?? .null
    text = try value.text()
  }

  /// Checks that another text says all that this one does.
  ///
  /// Sets, and dictionaries that are written as lists, have another order each time. So elements may be in
  /// another order where the type takes both texts for the same value.
  func checkKept(
    in other: String, _ isSame: ((_ json: String, _ other: String) throws -> Bool)?
  ) throws {
    let found = try JSONDocument(text: other)
    guard let lost = value.firstMissing(in: found) else { return }
    if let isSame, value.sorted.firstMissing(in: found.sorted) == nil {
      if try isSame(text, other) { return }
      throw Failure(
        description: "its JSON has the same elements in another order, which makes another value")
    }
    throw Failure(
      description: "its JSON doesn't say \(lost) as the columns do, as if it had other keys")
  }

  private typealias Columns = [String: (ColumnDescription, ColumnValue)]

  private static func value(
    _ shape: CompositeShape, _ columns: Columns, _ prefix: String
  ) throws -> JSONDocument? {
    func column(_ part: String) -> (ColumnDescription, ColumnValue)? {
      columns[ColumnDescription.path(prefix, part)]
    }
    guard let (_, first) = column(shape.presence), !first.isNull else { return nil }
    switch shape {
    case .structure(_, let members): return .object(try object(members, columns, prefix))
    case .enumeration(_, let cases):
      guard case .text(let name) = first, let found = cases.first(where: { $0.name == name })
      else { throw Failure(description: "\(first) is no case") }
      return .object([name: .object(try object(found.values, columns, prefix))])
    }
  }

  private static func object(
    _ members: [CompositeShape.Member], _ columns: Columns, _ prefix: String
  ) throws -> [String: JSONDocument] {
    var object: [String: JSONDocument] = [:]
    for member in members {
      let part = ColumnDescription.path(prefix, member.part)
      let value =
        if let shape = member.shape {
          try Self.value(shape, columns, part)
        } else {
          try columns[part].flatMap { try JSONDocument($1, meaning: $0.meaning) }
        }
      guard let value else {
        guard member.isOptional else {
          throw Failure(description: "\(part) has no value, but needs one")
        }
        continue
      }
      object[member.name] = value
    }
    return object
  }
}
