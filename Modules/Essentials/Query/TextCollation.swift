internal import Foundation
internal import StrataSchema

/// An order of texts.
public enum TextCollation: String, Sendable, Hashable, Codable {
  /// By UTF-8 bytes.
  ///
  /// For texts in composed form this is Swift's order too.
  case binary
  /// As in a list of files: numbers in texts by their value, and variants by case and diacritics
  /// next to each other.
  case localizedStandard
  /// By the rules of the process's locale.
  case localized
  /// As decimal numbers, by their value.
  case decimal

  /// A synonym of ``binary``, by Foundation's name.
  public static var lexical: TextCollation { .binary }
}

extension TextCollation {
  /// Compares two texts, and returns a negative number if the first comes first, or 0 if they are
  /// equal.
  ///
  /// The store and objects in memory are both sorted by it.
  package func order(_ lhs: String, _ rhs: String) -> Int {
    switch self {
    case .binary:
      if lhs.utf8.elementsEqual(rhs.utf8) { return 0 }
      return lhs.utf8.lexicographicallyPrecedes(rhs.utf8) ? -1 : 1
    case .localizedStandard: return lhs.localizedStandardCompare(rhs).rawValue
    case .localized: return lhs.localizedCompare(rhs).rawValue
    case .decimal:
      guard let left = Decimal(digits: lhs), let right = Decimal(digits: rhs) else {
        return TextCollation.binary.order(lhs, rhs)
      }
      return left < right ? -1 : left > right ? 1 : 0
    }
  }
}
