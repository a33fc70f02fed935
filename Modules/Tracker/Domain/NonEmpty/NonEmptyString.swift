/// A string with at least one visible character.
///
/// A string of only white space, control or zero-width characters counts as empty: whoever reads it
/// sees nothing. What is accepted is kept as it was given, with the blanks around it; see
/// ``ValidatedName`` for text that is trimmed.
public typealias NonEmptyString = NonEmpty<String>

extension NonEmpty: ExpressibleByUnicodeScalarLiteral where C == String {
  /// A literal with something to see; see ``init(stringLiteral:)``.
  public init(unicodeScalarLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByExtendedGraphemeClusterLiteral where C == String {
  /// A literal with something to see; see ``init(stringLiteral:)``.
  public init(extendedGraphemeClusterLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByStringLiteral where C == String {
  /// A literal with something to see. One without stops the program: it is a mistake in the source.
  public init(stringLiteral literal: String) { self.init(literal: literal) }
}

extension StringProtocol {
  /// Whether nobody who looks at it sees anything.
  ///
  /// - Complexity: O(*n*) in the number of blanks that lead the string.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.isBlank || $0.isControl } }
}
