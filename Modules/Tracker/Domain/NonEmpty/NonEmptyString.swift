/// A string with at least one visible character.
///
/// A string of only white space, control or zero-width characters counts as empty, since a reader
/// sees nothing. Other strings are stored unchanged, including blanks around them. See
/// ``ValidatedName`` for text that is trimmed.
public typealias NonEmptyString = NonEmpty<String>

extension NonEmpty: ExpressibleByUnicodeScalarLiteral where C == String {
  /// Makes a value of a literal with a visible character. See ``init(stringLiteral:)``.
  public init(unicodeScalarLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByExtendedGraphemeClusterLiteral where C == String {
  /// Makes a value of a literal with a visible character. See ``init(stringLiteral:)``.
  public init(extendedGraphemeClusterLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByStringLiteral where C == String {
  /// Makes a value of a literal with a visible character. Any other literal is a programming error
  /// and traps.
  public init(stringLiteral literal: String) { self.init(literal: literal) }
}

extension StringProtocol {
  /// True if the string has no visible character.
  ///
  /// - Complexity: O(*n*) in the number of leading blanks.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.isBlank || $0.isControl } }
}
