/// The author of transactions: the name that a context's saves have in the store's history.
///
/// Declare your authors in an extension, and set one before you save:
///
/// ```swift
/// extension TransactionAuthor {
///   static let importer: TransactionAuthor = "import"
/// }
/// context.author = TransactionAuthor.importer.name
/// ```
public struct TransactionAuthor: Sendable, Hashable, CustomStringConvertible {
  /// The name, which is never empty.
  public let name: String

  /// Creates an author.
  ///
  /// - Throws: ``StackError/invalidAuthor(_:)`` for a name that is empty or blank, or contains line breaks.
  public init(_ name: String) throws(StackError) {
    guard !name.allSatisfy(\.isWhitespace), !name.contains(where: \.isNewline) else {
      throw .invalidAuthor(name)
    }
    self.name = name
  }

  /// The name.
  public var description: String { name }
}

extension TransactionAuthor {
  /// The author of the stages of a migration.
  public static let migration: TransactionAuthor = "migration"
}

extension TransactionAuthor: ExpressibleByStringLiteral {
  /// Creates an author from a literal. The program stops if the name is empty, blank or has line
  /// breaks.
  public init(stringLiteral name: StaticString) {
    let name = "\(name)"
    precondition(
      !name.allSatisfy(\.isWhitespace) && !name.contains(where: \.isNewline),
      "a transaction author needs a name of one line")
    self.name = name
  }
}

extension TransactionAuthor: Codable {
  /// Decodes a name and checks it.
  ///
  /// - Throws: `DecodingError` for an invalid name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    do {
      try self.init(name)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
