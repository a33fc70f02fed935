public import Foundation
internal import StrataQuery
internal import StrataSchema

// The nodes that `#Predicate` makes of string methods that Foundation's macro doesn't support.
extension PredicateExpressions {
  /// Builds the node of `root.hasPrefix(other)`.
  public static func build_hasPrefix<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> { .init(root: root, .beginsWith, other: other) }

  /// Builds the node of `root.hasSuffix(other)`.
  public static func build_hasSuffix<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> { .init(root: root, .endsWith, other: other) }

  /// Builds the node of `root.localizedCaseInsensitiveContains(other)`.
  public static func build_localizedCaseInsensitiveContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> {
    .init(root: root, .contains, other: other, options: .caseInsensitive)
  }

  /// Builds the node of `root.caseInsensitiveCompare(other) == .orderedSame`.
  public static func build_caseInsensitiveEqual<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringComparison<Root, Other> {
    .init(root: root, .equal, other: other, options: .caseInsensitive)
  }
}
