/// The range of a node in its source text, in characters from zero.
public struct SourceRange: Sendable, Hashable {
  /// The offset of the first character.
  public let lowerBound: Int
  /// The offset after the last character.
  public let upperBound: Int

  /// Creates a range of character offsets.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The range of a node that was built in code and has no text.
  public static let unknown = SourceRange(0, 0)

  /// The column of the first character, from one as in editors.
  public var column: Int { lowerBound + 1 }
}
