/// Who writes: the name that a context's saves carry in the store's history.
///
/// Presets are given by extension: `static let importer: TransactionAuthor = "import"`.
public struct TransactionAuthor: Sendable, Hashable, CustomStringConvertible {
  /// The name; never empty.
  public let name: String

  /// Names an author.
  ///
  /// - Throws: ``InvalidAuthor`` for a name that is empty or blank, or has line breaks.
  public init(_ name: String) throws(InvalidAuthor) {
    guard !name.allSatisfy(\.isWhitespace), !name.contains(where: \.isNewline) else {
      throw InvalidAuthor(name: name)
    }
    self.name = name
  }

  /// The name.
  public var description: String { name }
}

extension TransactionAuthor {
  /// Who writes in the stages of a migration.
  public static let migration: TransactionAuthor = "migration"
}

extension TransactionAuthor: ExpressibleByStringLiteral {
  /// Names an author in the program's text, where an empty name is the programmer's mistake.
  public init(stringLiteral name: StaticString) {
    let name = "\(name)"
    precondition(
      !name.allSatisfy(\.isWhitespace) && !name.contains(where: \.isNewline),
      "a transaction author needs a name of one line")
    self.name = name
  }
}

extension TransactionAuthor: Codable {
  /// Reads a name and checks it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    do {
      try self.init(name)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// A name that no author can have.
public struct InvalidAuthor: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// What is wrong with it.
  public var description: String {
    name.allSatisfy(\.isWhitespace)
      ? "an author needs a name" : "an author's name has one line: \(name)"
  }
}
