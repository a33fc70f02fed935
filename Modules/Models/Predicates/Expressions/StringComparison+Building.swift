public import Foundation
internal import StrataQuery
internal import StrataSchema

// What `#Predicate` makes of methods of texts that Foundation's macro doesn't take.
extension PredicateExpressions {
  /// `root.hasPrefix(other)`.
  public static func build_hasPrefix<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> { .init(root: root, .beginsWith, other: other) }

  /// `root.hasSuffix(other)`.
  public static func build_hasSuffix<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> { .init(root: root, .endsWith, other: other) }

  /// `root.localizedCaseInsensitiveContains(other)`.
  public static func build_localizedCaseInsensitiveContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> {
    .init(root: root, .contains, other: other, options: .caseInsensitive)
  }

  /// `root.caseInsensitiveCompare(other) == .orderedSame`.
  public static func build_caseInsensitiveEqual<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> {
    .init(root: root, .equal, other: other, options: .caseInsensitive)
  }
}
