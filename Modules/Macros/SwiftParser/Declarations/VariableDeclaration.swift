/// A `var` or `let` with one or more names.
public struct VariableDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// The declared names, at least one.
  public let bindings: [Binding]
  /// The range in the scanned text.
  public let range: Range<Int>

  /// True for a `let`.
  public var isLet: Bool { header.keyword.text == "let" }

  /// Parses a source that consists of one variable declaration.
  ///
  /// - Throws: ``ScanError`` with the offset of the first error, and for other declarations.
  public init(scanning source: String) throws(ScanError) {
    let member = try Member(scanning: source)
    guard case .variable(let declaration) = member else {
      throw ScanError("expected ‘var’ or ‘let’", at: member.range.lowerBound)
    }
    self = declaration
  }

  init(header: DeclarationHeader, bindings: [Binding], range: Range<Int>) {
    self.header = header
    self.bindings = bindings
    self.range = range
  }
}

/// A name of a variable declaration, with its type, value and accessors.
public struct Binding: Equatable, Sendable {
  /// The name, or `nil` for a tuple pattern and for `_`, which declare no single property.
  public let name: Name?
  /// The pattern: the name in the source, or the tuple.
  public let pattern: Fragment
  /// The type after this name's own colon.
  public let typeAnnotation: Fragment?
  /// The value after the equals sign.
  public let initialValue: Fragment?
  /// The getter, setter and observers.
  public let accessorBlock: AccessorBlock?
  /// The type that applies.
  ///
  /// In `var a, b: Int` both names have the annotation of the last one.
  public internal(set) var resolvedType: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>
}
