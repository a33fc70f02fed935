/// A request by the compiler to expand a macro.
public enum ExpansionRequest: Equatable, Sendable {
  /// An attribute on a declaration.
  case attached(AttachedMacroRequest)
  /// A freestanding use, `#name(…)`.
  case freestanding(FreestandingMacroRequest)

  /// The macro to expand.
  public var macro: MacroReference {
    switch self {
    case .attached(let request): request.macro
    case .freestanding(let request): request.macro
    }
  }

  /// The role in which to expand it.
  public var role: MacroRole {
    switch self {
    case .attached(let request): request.role
    case .freestanding(let request): request.role
    }
  }
}

/// A request to expand an attached macro in one of its roles.
public struct AttachedMacroRequest: Equatable, Sendable {
  /// The macro to expand.
  public var macro: MacroReference
  /// The role in which to expand it.
  public var role: MacroRole
  /// A text that is unique to this expansion, for unique names.
  public var discriminator: String
  /// The attribute, with its arguments.
  public var attribute: SyntaxNode
  /// The declaration that has the attribute.
  ///
  /// For ``MacroRole/memberAttribute`` it is the member.
  public var declaration: SyntaxNode
  /// The type around the member, for ``MacroRole/memberAttribute`` and for accessors in a type.
  public var parentDeclaration: SyntaxNode?
  /// The name of the type to extend, for ``MacroRole/extension``.
  public var extendedType: SyntaxNode?
  /// A placeholder declaration whose inheritance list has the missing conformances, for
  /// ``MacroRole/extension``.
  ///
  /// Without a list the type conforms to all protocols of the macro already.
  public var conformanceList: SyntaxNode?
  /// The enclosing declarations, innermost first, without their bodies.
  public var lexicalContext: [SyntaxNode]
  /// The language mode of the client, such as 5 or 6, or nil if the compiler doesn't state it.
  public var languageMode: Int?

  /// Creates a request.
  public init(
    macro: MacroReference, role: MacroRole, discriminator: String = "", attribute: SyntaxNode,
    declaration: SyntaxNode, parentDeclaration: SyntaxNode? = nil,
    extendedType: SyntaxNode? = nil, conformanceList: SyntaxNode? = nil,
    lexicalContext: [SyntaxNode] = [], languageMode: Int? = nil
  ) {
    self.macro = macro
    self.role = role
    self.discriminator = discriminator
    self.attribute = attribute
    self.declaration = declaration
    self.parentDeclaration = parentDeclaration
    self.extendedType = extendedType
    self.conformanceList = conformanceList
    self.lexicalContext = lexicalContext
    self.languageMode = languageMode
  }
}

/// A request to expand a freestanding macro.
public struct FreestandingMacroRequest: Equatable, Sendable {
  /// The macro to expand.
  public var macro: MacroReference
  /// The role in which to expand it, ``MacroRole/declaration`` by default.
  public var role: MacroRole
  /// A text that is unique to this expansion, for unique names.
  public var discriminator: String
  /// The use of the macro, from its `#`.
  public var syntax: SyntaxNode
  /// The enclosing declarations, innermost first, without their bodies.
  public var lexicalContext: [SyntaxNode]

  /// Creates a request.
  public init(
    macro: MacroReference, role: MacroRole = .declaration, discriminator: String = "",
    syntax: SyntaxNode, lexicalContext: [SyntaxNode] = []
  ) {
    self.macro = macro
    self.role = role
    self.discriminator = discriminator
    self.syntax = syntax
    self.lexicalContext = lexicalContext
  }
}
