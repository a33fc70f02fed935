/// An attribute of a declaration.
public struct Attribute: Equatable, Sendable {
  /// The name without `@` and generic arguments.
  ///
  /// Qualified names include their periods.
  public let name: Fragment
  /// The types in angle brackets after the name.
  public let genericArguments: [Fragment]
  /// The arguments in parentheses, or `nil` without parentheses.
  public let argumentList: ArgumentList?
  /// The condition of the `#if` blocks around it, ready for an `#if`, or `nil` if there are none.
  public let condition: String?
  /// The whole attribute.
  public let source: Fragment

  /// The arguments, or none without parentheses.
  public var arguments: [Argument] { argumentList?.arguments ?? [] }

  /// The last part of a qualified name, without backticks.
  public var baseName: String { QualifiedName(name.text).last }
}

/// Arguments in parentheses.
public struct ArgumentList: Equatable, Sendable {
  /// The arguments in order.
  public let arguments: [Argument]
  /// The whole list with its parentheses.
  public let source: Fragment

  /// Returns the first argument with a label.
  public subscript(label: String) -> Argument? {
    arguments.first { $0.label?.text == label }
  }
}

/// An argument of an attribute or a macro.
public struct Argument: Equatable, Sendable {
  /// The label, if there is one.
  public let label: Name?
  /// The value.
  public let value: Fragment
}

extension Attribute {
  /// Parses a source that consists of one attribute.
  ///
  /// - Throws: ``ScanError`` with the offset of the first error.
  public init(scanning source: String) throws(ScanError) {
    var scanner = try Scanner(source)
    self = try scanner.scanAttribute(condition: nil)
    try scanner.expectEndOfFile()
  }
}
