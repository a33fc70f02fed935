/// A parameter of an initializer, a function or a subscript.
public struct Parameter: Equatable, Sendable {
  /// The label a caller writes; `nil` if it's `_`, and for the only name in a subscript.
  public let label: Name?
  /// The name inside the body.
  public let name: Name
  /// The type, with attributes and `inout`; of a variadic parameter the type of one element.
  public let type: Fragment
  /// Whether `...` follows the type.
  public let isVariadic: Bool
  /// The value behind the equals sign.
  public let defaultValue: Fragment?
}

/// What functions, initializers and subscripts have between their name and their body.
public struct Signature: Equatable, Sendable {
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The parameters in order.
  public let parameters: [Parameter]
  /// The parameters with their parentheses.
  public let parameterList: Fragment
  /// `async` and `throws`.
  public let effects: Fragment?
  /// The type behind the arrow.
  public let returnType: Fragment?
  /// `where` and its requirements.
  public let genericWhereClause: Fragment?
}

/// `func`.
public struct FunctionDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The name, or the operator.
  public let name: Name
  /// Everything between the name and the body.
  public let signature: Signature
  /// The statements with their braces; `nil` in a protocol.
  public let body: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}

/// `init`.
public struct InitializerDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// `?` or `!` if it can fail.
  public let failureMark: Fragment?
  /// Everything between the keyword and the body.
  public let signature: Signature
  /// The statements with their braces; `nil` in a protocol.
  public let body: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}

/// `subscript`.
public struct SubscriptDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// Everything between the keyword and the accessors.
  public let signature: Signature
  /// The accessors; `nil` only where the source lacks them.
  public let accessorBlock: AccessorBlock?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}

/// `deinit`.
public struct DeinitializerDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The statements with their braces.
  public let body: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}
