public import Foundation
public import StrataModel
public import StrataQuery
internal import StrataSchema

// Predicates about text. By default, case and diacritics matter. The options can ignore them.
extension KeyPath where Root: PersistentModel, Value: _TextOperand {
  /// Returns a predicate that is met if the text equals another.
  public func equals(
    _ text: String, options: QueryExpression.TextOptions
  ) -> Predicate<Root> { compared(.equal, text, options) }

  /// Returns a predicate that is met if the text contains another.
  ///
  /// Any text contains the empty text.
  public func contains(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.contains, text, options) }

  /// Returns a predicate that is met if the text begins with another.
  public func beginsWith(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.beginsWith, text, options) }

  /// Returns a predicate that is met if the text ends with another.
  public func endsWith(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.endsWith, text, options) }

  /// Returns a predicate that is met if the whole text matches a wildcard pattern.
  ///
  /// In the pattern, `*` matches any text, `?` matches one character, and `\` escapes the next
  /// character.
  public func like(
    _ pattern: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.like, pattern, options) }

  /// Returns a predicate that is met if the whole text matches a regular expression of
  /// `NSRegularExpression`.
  ///
  /// A fetch throws if the pattern is invalid, or if matching a text takes longer than two seconds.
  public func matches(
    _ pattern: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.matches, pattern, options) }

  private func compared(
    _ comparison: QueryExpression.TextComparison, _ text: String,
    _ options: QueryExpression.TextOptions
  ) -> Predicate<Root> {
    predicate {
      PredicateExpressions.StringComparison(
        root: $0, comparison, other: PredicateExpressions.Captured(text), options: options)
    }
  }
}
