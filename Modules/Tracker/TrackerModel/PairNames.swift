import Foundation
import StrataDomain
public import Strata
internal import StrataSQLite

/// The names of the two values of an item's data points, such as `systolic` and `diastolic`.
public struct PairNames: Sendable, Hashable, CustomStringConvertible {
  /// The name of the first value.
  public let first: String
  /// The name of the second value.
  public let second: String

  /// Parses two names with a slash between them, such as `systolic/diastolic`.
  ///
  /// A name begins with a letter and has letters, digits and underscores, at most 20 of them, so that it
  /// can stand in a condition. Linear in the length of the text.
  ///
  /// - Throws: ``InvalidPairNames`` if there aren't two names, one isn't allowed, or both are the same.
  public init(_ text: String) throws(InvalidPairNames) {
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard names.count == 2 else { throw InvalidPairNames(text: text, reason: .count) }
    for name in names {
      guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
        name.count <= 20,
        name.unicodeScalars.allSatisfy({
          $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
        })
      else { throw InvalidPairNames(text: text, reason: .characters(name)) }
      guard !Self.reserved.contains(name.lowercased()) else {
        throw InvalidPairNames(text: text, reason: .reserved(name))
      }
    }
    guard names[0].lowercased() != names[1].lowercased() else {
      throw InvalidPairNames(text: text, reason: .same)
    }
    (first, second) = (names[0], names[1])
  }

  /// Both names with a slash between them.
  public var description: String { "\(first)/\(second)" }

  /// Columns of data points, and words with a meaning of their own in conditions.
  private static let reserved: Set<String> = [
    "uid", "when", "start", "end", "item", "value", "value1", "value2", "hours", "option",
    "selection", "memo", "source", "what", "self", "createtimestamp", "datacontent", "strata_key",
    "and",
    "or",
    "not", "in", "between", "like", "matches", "contains", "beginswith", "endswith", "true",
    "false",
    "yes", "no", "nil", "null", "any", "some", "all", "none", "subquery", "cast", "truepredicate",
    "falsepredicate", "first", "last", "size",
  ]
}

extension PairNames: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(try container.decode(String.self))
    } catch let error as InvalidPairNames {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The error of a text that isn't the names of two values.
public struct InvalidPairNames: Error, Sendable, Hashable, CustomStringConvertible {
  /// A reason for the error.
  public enum Reason: Sendable, Hashable {
    /// There aren't two names.
    case count
    /// A name has other characters than letters, digits and underscores, or too many.
    case characters(String)
    /// A name has a meaning of its own in conditions.
    case reserved(String)
    /// Both names are the same.
    case same
  }

  /// The text.
  public let text: String
  /// The reason.
  public let reason: Reason

  /// Makes the error.
  public init(text: String, reason: Reason) {
    self.text = text
    self.reason = reason
  }

  /// The message for people.
  public var description: String {
    switch reason {
    case .count: "“\(text)” isn't two names; write them like systolic/diastolic"
    case .characters(let name):
      "“\(name)” can't name a value; a name begins with a letter and has letters, digits and _, at most 20"
    case .reserved(let name): "“\(name)” has another meaning in conditions; choose another name"
    case .same: "both values would have the same name; choose two"
    }
  }
}

extension Item {
  /// True if the item's data points have two values, which can have names.
  public var hasPairs: Bool { kind == .dualValues }
}

extension PairNames: ColumnRepresentable {
  /// One TEXT column.
  public static var columns: [ColumnDescription] { String.columns }

  /// Reads the names, and throws if they aren't valid.
  public init(from row: inout Row) throws {
    let text = try row.text()
    do {
      try self.init(text)
    } catch {
      throw row.invalidLast("\(error)")
    }
  }

  /// Binds both names as one text.
  public func bind(to binder: inout Binder) throws { binder.bind(text: description) }
}
