/// A `typealias` or `associatedtype`.
public struct TypeAliasDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The new name.
  public let name: Name
  /// The type after the equals sign, or `nil` for an associated type without a default.
  public let type: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}

/// A `case` declaration of an enum, with one or more names.
public struct EnumCaseDeclaration: Declaration {
  /// A case of the declaration.
  public struct Element: Equatable, Sendable {
    /// The name.
    public let name: Name
    /// The associated values with their parentheses.
    public let associatedValues: Fragment?
    /// The raw value.
    public let rawValue: Fragment?
  }

  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The cases in order, at least one.
  public let elements: [Element]
  /// The range in the scanned text.
  public let range: Range<Int>
}

/// A use of a freestanding macro.
public struct MacroExpansion: Declaration {
  /// Attributes, modifiers, and the macro's name with its `#`.
  public let header: DeclarationHeader
  /// The macro's name without `#`.
  ///
  /// Qualified names include their periods.
  public let name: Fragment
  /// The types in angle brackets after the name.
  public let genericArguments: [Fragment]
  /// The arguments in parentheses, or `nil` without parentheses.
  public let argumentList: ArgumentList?
  /// The trailing closures, with the labels between them.
  public let trailingClosures: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>

  /// The arguments, or none without parentheses.
  public var arguments: [Argument] { argumentList?.arguments ?? [] }

  /// Parses a source that consists of one use of a macro.
  ///
  /// - Throws: ``ScanError`` with the offset of the first error, and for other declarations.
  public init(scanning source: String) throws(ScanError) {
    let member = try Member(scanning: source)
    guard case .macroExpansion(let expansion) = member else {
      throw ScanError("expected ‘#’ and the name of a macro", at: member.range.lowerBound)
    }
    self = expansion
  }

  init(
    header: DeclarationHeader, name: Fragment, genericArguments: [Fragment],
    argumentList: ArgumentList?, trailingClosures: Fragment?, range: Range<Int>
  ) {
    self.header = header
    self.name = name
    self.genericArguments = genericArguments
    self.argumentList = argumentList
    self.trailingClosures = trailingClosures
    self.range = range
  }
}
