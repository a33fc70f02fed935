internal import Foundation
internal import StrataSchema

/// How texts are ordered.
public enum TextCollation: String, Sendable, Hashable, Codable {
  /// By their bytes in UTF-8, which for texts in composed form is Swift's order too.
  case binary
  /// As a person would order a list of files: numbers within texts by their value, upper and lower
  /// case and letters with and without marks next to each other.
  case localizedStandard
  /// As the alphabet of the process's locale has them.
  case localized
  /// Decimal numbers by their value.
  case decimal

  /// ``binary`` under Foundation's name.
  public static var lexical: TextCollation { .binary }
}

extension TextCollation {
  /// Less than 0 where the first text comes first, 0 where neither does. The store and objects in
  /// memory are both ordered by it.
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
