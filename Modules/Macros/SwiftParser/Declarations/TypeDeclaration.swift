/// A class, structure, enumeration, actor, protocol or extension with its members.
public struct TypeDeclaration: Declaration {
  /// The kind of type.
  ///
  /// The raw value is the keyword.
  public enum Kind: String, CaseIterable, Sendable {
    case `class`, `struct`, `enum`, actor, `extension`, `protocol`
  }

  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The kind of type.
  public let kind: Kind
  /// The name, or the extended type in the source.
  public let name: Name
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The types after the colon.
  public let inheritedTypes: [Fragment]
  /// The `where` clause.
  public let genericWhereClause: Fragment?
  /// The members in order.
  public let members: [Member]
  /// The offset of the brace before the members.
  public let openingBraceOffset: Int
  /// The offset of the brace after the members.
  public let closingBraceOffset: Int
  /// The range in the scanned text.
  public let range: Range<Int>

  /// Parses a source that consists of one type declaration.
  ///
  /// - Complexity: O(n) in the length of ordinary source.
  /// - Throws: ``ScanError`` with the offset of the first error.
  public init(scanning source: String) throws(ScanError) {
    var scanner = try Scanner(source)
    self = try scanner.scanTypeDeclaration()
    while scanner.kind == .semicolon { try scanner.advance() }
    try scanner.expectEndOfFile()
  }

  init(head: NestedType, members: [Member], closingBraceOffset: Int, end: Int) {
    header = head.header
    kind = head.kind
    name = head.name
    genericParameters = head.genericParameters
    inheritedTypes = head.inheritedTypes
    genericWhereClause = head.genericWhereClause
    self.members = members
    openingBraceOffset = head.range.upperBound
    self.closingBraceOffset = closingBraceOffset
    range = head.range.lowerBound..<end
  }
}

/// A nested type, without its members.
public struct NestedType: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The kind of type.
  public let kind: TypeDeclaration.Kind
  /// The name.
  public let name: Name
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The types after the colon.
  public let inheritedTypes: [Fragment]
  /// The `where` clause.
  public let genericWhereClause: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}
