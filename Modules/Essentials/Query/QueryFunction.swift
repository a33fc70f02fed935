import Foundation
public import StrataSchema

/// A function of the program that a query calls.
///
/// A store calls the function that it has by this name. For objects in memory the body is called.
public struct QueryFunction: Sendable {
  /// The name, of letters, digits and underscores.
  public let name: String
  /// The description of the result, as if it were a column.
  public let result: ColumnDescription
  /// The storage classes of the arguments.
  package let arguments: [StorageClass]
  package let body: @Sendable ([ColumnValue]) throws -> ColumnValue
  private let identity = UUID()

  /// Creates a function.
  package init(
    _ name: String, arguments: [StorageClass], result: ColumnDescription,
    _ body: @escaping @Sendable ([ColumnValue]) throws -> ColumnValue
  ) {
    self.name = name
    self.arguments = arguments
    self.result = result
    self.body = body
  }

  /// True if a text can be the name of a program's function or collation. Names that begin with `strata_` are the
  /// library's.
  package static func isName(_ name: String) -> Bool {
    let isWord =
      name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || ($0 < 0x80 && Character(UnicodeScalar($0)).isLetter)
          || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
      } && name.first?.isNumber == false
    return isWord && !name.lowercased().hasPrefix("strata_") && name.utf8.count <= 255
  }
}

extension QueryFunction: Hashable {
  /// Returns true if both are one function, or copies of it.
  public static func == (lhs: QueryFunction, rhs: QueryFunction) -> Bool {
    lhs.identity == rhs.identity
  }

  /// Hashes the function's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension QueryFunction: CustomStringConvertible {
  /// The name, which is the same in every process.
  public var description: String { name }
}
