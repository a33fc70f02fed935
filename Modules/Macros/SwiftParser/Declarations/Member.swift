/// One member of a type.
public enum Member: Equatable, Sendable {
  /// `var` and `let`, also with several names.
  case variable(VariableDeclaration)
  /// `init`.
  case initializer(InitializerDeclaration)
  /// `func`, also of an operator.
  case function(FunctionDeclaration)
  /// `subscript`.
  case subscripting(SubscriptDeclaration)
  /// `deinit`.
  case deinitializer(DeinitializerDeclaration)
  /// `typealias` and `associatedtype`.
  case typeAlias(TypeAliasDeclaration)
  /// A type inside the type.
  case nestedType(NestedType)
  /// `case` of an enumeration, also with several names.
  case enumCase(EnumCaseDeclaration)
  /// `#name(…)`.
  case macroExpansion(MacroExpansion)
  /// `#if` with members in it.
  case conditional(ConditionalMembers)

  /// Reads the one member of a source.
  ///
  /// - Throws: ``ScanError`` at the first place that can't be read.
  public init(scanning source: String) throws(ScanError) {
    var scanner = try Scanner(source)
    let member = try scanner.scanMember()
    while scanner.kind == .semicolon { try scanner.advance() }
    try scanner.expectEndOfFile()
    self = member
  }

  /// The declaration, for what all kinds have in common; `nil` for ``conditional(_:)``.
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

  /// The bytes it takes in the scanned text.
  public var range: Range<Int> {
    if case .conditional(let members) = self { return members.range }
    return declaration?.range ?? 0..<0
  }
}
