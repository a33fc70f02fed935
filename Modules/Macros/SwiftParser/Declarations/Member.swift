/// A member of a type.
public enum Member: Equatable, Sendable {
  /// A `var` or `let`, possibly with several names.
  case variable(VariableDeclaration)
  /// An `init`.
  case initializer(InitializerDeclaration)
  /// A `func`, including operators.
  case function(FunctionDeclaration)
  /// A `subscript`.
  case subscripting(SubscriptDeclaration)
  /// A `deinit`.
  case deinitializer(DeinitializerDeclaration)
  /// A `typealias` or `associatedtype`.
  case typeAlias(TypeAliasDeclaration)
  /// A nested type.
  case nestedType(NestedType)
  /// A `case` of an enum, possibly with several names.
  case enumCase(EnumCaseDeclaration)
  /// A freestanding macro, `#name(…)`.
  case macroExpansion(MacroExpansion)
  /// An `#if` with members in it.
  case conditional(ConditionalMembers)

  /// Parses a source that consists of one member.
  ///
  /// - Throws: ``ScanError`` with the offset of the first error.
  public init(scanning source: String) throws(ScanError) {
    var scanner = try Scanner(source)
    let member = try scanner.scanMember()
    while scanner.kind == .semicolon { try scanner.advance() }
    try scanner.expectEndOfFile()
    self = member
  }

  /// The declaration, as the common protocol of all kinds, or `nil` for ``conditional(_:)``.
  public var declaration: (any Declaration)? {
    switch self {
    case .variable(let declaration): declaration
    case .initializer(let declaration): declaration
    case .function(let declaration): declaration
    case .subscripting(let declaration): declaration
    case .deinitializer(let declaration): declaration
    case .typeAlias(let declaration): declaration
    case .nestedType(let declaration): declaration
    case .enumCase(let declaration): declaration
    case .macroExpansion(let declaration): declaration
    case .conditional: nil
    }
  }

  /// The range in the scanned text.
  public var range: Range<Int> {
    if case .conditional(let members) = self { return members.range }
    return declaration?.range ?? 0..<0
  }
}
