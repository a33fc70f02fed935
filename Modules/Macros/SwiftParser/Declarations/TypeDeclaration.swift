/// A class, structure, enumeration, actor, protocol or extension with its members.
public struct TypeDeclaration: Declaration {
  /// Which kind of type it is; the raw value is the keyword.
  public enum Kind: String, CaseIterable, Sendable {
    case `class`, `struct`, `enum`, actor, `extension`, `protocol`
  }

  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// Which kind of type it is.
  public let kind: Kind
  /// The name; of an extension the type it extends, as written.
  public let name: Name
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The types behind the colon.
  public let inheritedTypes: [Fragment]
  /// `where` and its requirements.
  public let genericWhereClause: Fragment?
  /// The members in order.
  public let members: [Member]
  /// Where the brace in front of the members stands.
  public let openingBraceOffset: Int
  /// Where the brace behind the members stands.
  public let closingBraceOffset: Int
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>

  /// Reads the one declaration of a source.
  ///
  /// - Complexity: O(n) in the length of ordinary source.
  /// - Throws: ``ScanError`` at the first place that can't be read.
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
