/// An attribute in front of a declaration.
public struct Attribute: Equatable, Sendable {
  /// The name without `@` and generic arguments; qualified names keep their periods.
  public let name: Fragment
  /// The types in angle brackets behind the name.
  public let genericArguments: [Fragment]
  /// What stands in parentheses; `nil` without parentheses.
  public let argumentList: ArgumentList?
  /// The condition under which it applies, ready for an `#if`, when an `#if` block is around it.
  public let condition: String?
  /// The whole attribute.
  public let source: Fragment

  /// The arguments; none without parentheses.
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

  /// The first argument with that label.
  public subscript(label: String) -> Argument? {
    arguments.first { $0.label?.text == label }
  }
}

/// One argument of an attribute or a macro.
public struct Argument: Equatable, Sendable {
  /// What stands in front of the colon, if there is one.
  public let label: Name?
  /// The value.
  public let value: Fragment
}

extension Attribute {
  /// Reads the one attribute of a source.
  ///
  /// - Throws: ``ScanError`` at the first place that can't be read.
  public init(scanning source: String) throws(ScanError) {
    var scanner = try Scanner(source)
    self = try scanner.scanAttribute(condition: nil)
    try scanner.expectEndOfFile()
  }
}
