/// A parameter of an initializer, a function or a subscript.
public struct Parameter: Equatable, Sendable {
  /// The label in a call, or `nil` for `_` and for the only name in a subscript.
  public let label: Name?
  /// The name inside the body.
  public let name: Name
  /// The type, with attributes and `inout`.
  ///
  /// For a variadic parameter it is the type of one element.
  public let type: Fragment
  /// True if `...` follows the type.
  public let isVariadic: Bool
  /// The default value.
  public let defaultValue: Fragment?
}

/// The part of a function, initializer or subscript between its name and its body.
public struct Signature: Equatable, Sendable {
  /// The generic parameters with their angle brackets.
  public let genericParameters: Fragment?
  /// The parameters in order.
  public let parameters: [Parameter]
  /// The parameters with their parentheses.
  public let parameterList: Fragment
  /// The `async` and `throws` of the function.
  public let effects: Fragment?
  /// The return type.
  public let returnType: Fragment?
  /// The `where` clause.
  public let genericWhereClause: Fragment?
}

/// A `func` declaration.
public struct FunctionDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The name, or the operator.
  public let name: Name
  /// Everything between the name and the body.
  public let signature: Signature
  /// The statements with their braces, or `nil` in a protocol.
  public let body: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}

/// An `init` declaration.
public struct InitializerDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The `?` or `!` of a failable initializer.
  public let failureMark: Fragment?
  /// Everything between the keyword and the body.
  public let signature: Signature
  /// The statements with their braces, or `nil` in a protocol.
  public let body: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}

/// A `subscript` declaration.
public struct SubscriptDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// Everything between the keyword and the accessors.
  public let signature: Signature
  /// The accessors, or `nil` if the source is incomplete.
  public let accessorBlock: AccessorBlock?
  /// The range in the scanned text.
  public let range: Range<Int>
}

/// A `deinit` declaration.
public struct DeinitializerDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The statements with their braces.
  public let body: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}
