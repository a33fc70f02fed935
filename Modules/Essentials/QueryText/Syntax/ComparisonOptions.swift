/// How strings are compared: the letters in the brackets after an operator.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes a set of options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `c`: upper and lower case are the same.
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `d`: letters with and without diacritics are the same.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `n`: the strings are normalised already, and may be compared byte for byte.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `l`: the strings are ordered as the user's locale has it.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  static let letters: [(letter: Character, option: ComparisonOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
    ("l", .localeSensitive),
  ]
}

extension ComparisonOptions: CustomStringConvertible {
  /// The letters in brackets, or nothing when there are no options.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
