/// `typealias` or `associatedtype`.
public struct TypeAliasDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The new name.
  public let name: Name
  /// The type behind the equals sign, which an associated type may lack.
  public let type: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}

/// `case` of an enumeration, with one or more names.
public struct EnumCaseDeclaration: Declaration {
  /// One name.
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
  /// The names in order; never empty.
  public let elements: [Element]
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}

/// The use of a freestanding macro.
public struct MacroExpansion: Declaration {
  /// Attributes, modifiers, and the macro's name with its `#`.
  public let header: DeclarationHeader
  /// The macro's name without `#`; qualified names keep their periods.
  public let name: Fragment
  /// The types in angle brackets behind the name.
  public let genericArguments: [Fragment]
  /// What stands in parentheses; `nil` without parentheses.
  public let argumentList: ArgumentList?
  /// The closures behind the arguments, with labels between them.
  public let trailingClosures: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>

  /// The arguments; none without parentheses.
  public var arguments: [Argument] { argumentList?.arguments ?? [] }

  /// Reads the one use of a macro that a source consists of.
  ///
  /// - Throws: ``ScanError`` at the first place that can't be read, and for declarations.
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
