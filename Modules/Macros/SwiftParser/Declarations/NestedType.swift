/// A type inside another, without its members.
public struct NestedType: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// Which kind of type it is.
  public let kind: TypeDeclaration.Kind
  /// Its name.
  public let name: Name
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The types behind the colon.
  public let inheritedTypes: [Fragment]
  /// `where` and its requirements.
  public let genericWhereClause: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}
