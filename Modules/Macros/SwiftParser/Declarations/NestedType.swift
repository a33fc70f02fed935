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
