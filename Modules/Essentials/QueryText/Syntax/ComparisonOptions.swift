/// Options of a string comparison, written as letters in brackets after the operator.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Creates a set of options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `c`: ignores case.
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `d`: ignores diacritics.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `n`: the strings are normalised already, and can be compared byte for byte.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `l`: compares by the rules of the user's locale.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  static let letters: [(letter: Character, option: ComparisonOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
    ("l", .localeSensitive),
  ]
}

extension ComparisonOptions: CustomStringConvertible {
  /// The letters in brackets, or an empty string without options.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
