/// The compiler's wish to have a macro expanded.
public enum ExpansionRequest: Equatable, Sendable {
  /// An attribute on a declaration.
  case attached(AttachedMacroRequest)
  /// A `#name(…)`.
  case freestanding(FreestandingMacroRequest)

  /// Which macro is meant.
  public var macro: MacroReference {
    switch self {
    case .attached(let request): request.macro
    case .freestanding(let request): request.macro
    }
  }

  /// What it is to write.
  public var role: MacroRole {
    switch self {
    case .attached(let request): request.role
    case .freestanding(let request): request.role
    }
  }
}

/// The wish to have an attached macro expanded in one of its roles.
public struct AttachedMacroRequest: Equatable, Sendable {
  /// Which macro is meant.
  public var macro: MacroReference
  /// What it is to write.
  public var role: MacroRole
  /// Tells this expansion from others, for unique names.
  public var discriminator: String
  /// The attribute, with its arguments.
  public var attribute: SyntaxNode
  /// The declaration that has the attribute; for ``MacroRole/memberAttribute`` the member.
  public var declaration: SyntaxNode
  /// For ``MacroRole/memberAttribute`` and accessors in a type: the whole type around the member.
  public var parentDeclaration: SyntaxNode?
  /// For ``MacroRole/extension``: the name under which to extend the type.
  public var extendedType: SyntaxNode?
  /// For ``MacroRole/extension``: a placeholder declaration whose inheritance list has the
  /// conformances still wanted; without a list the type conforms to all of them already.
  public var conformanceList: SyntaxNode?
  /// The declarations around it, innermost first, with their bodies emptied.
  public var lexicalContext: [SyntaxNode]
  /// The language mode of the client, such as 5 or 6; nil where the compiler doesn't say.
  public var languageMode: Int?

  /// Makes a request.
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

/// The wish to have a freestanding macro expanded.
public struct FreestandingMacroRequest: Equatable, Sendable {
  /// Which macro is meant.
  public var macro: MacroReference
  /// What it is to write; ``MacroRole/declaration`` if the compiler didn't say.
  public var role: MacroRole
  /// Tells this expansion from others, for unique names.
  public var discriminator: String
  /// The use of the macro, from its `#`.
  public var syntax: SyntaxNode
  /// The declarations around it, innermost first, with their bodies emptied.
  public var lexicalContext: [SyntaxNode]

  /// Makes a request.
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
