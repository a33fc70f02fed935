/// `var` or `let` with one or more names.
public struct VariableDeclaration: Declaration {
  /// Attributes, modifiers and keyword.
  public let header: DeclarationHeader
  /// What it declares, separated by commas in the source; never empty.
  public let bindings: [Binding]
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>

  /// Whether it's a `let`.
  public var isLet: Bool { header.keyword.text == "let" }

  /// Reads the one variable declaration of a source.
  ///
  /// - Throws: ``ScanError`` at the first place that can't be read, and for other declarations.
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

/// One name of a variable declaration, with what belongs to it.
public struct Binding: Equatable, Sendable {
  /// The name; `nil` for a tuple pattern and for `_`, which declare no single property.
  public let name: Name?
  /// The pattern: the name as written, or the tuple.
  public let pattern: Fragment
  /// The type behind this name's own colon.
  public let typeAnnotation: Fragment?
  /// The value behind the equals sign.
  public let initialValue: Fragment?
  /// Getters, setters, observers.
  public let accessorBlock: AccessorBlock?
  /// The type that applies: of `var a, b: Int` both names have the annotation of the last.
  public internal(set) var resolvedType: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>
}
