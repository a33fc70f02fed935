public import Foundation
public import StrataModel
public import StrataQuery
internal import StrataSchema

// Upper and lower case, and letters with and without marks, are different unless the options say
// otherwise.
extension KeyPath where Root: PersistentModel, Value: TextOperand {
  /// Objects whose text equals another.
  public func equals(
    _ text: String, options: QueryExpression.TextOptions
  ) -> Predicate<Root> { compared(.equal, text, options) }

  /// Objects whose text contains another; the empty text is contained in any.
  public func contains(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.contains, text, options) }

  /// Objects whose text begins with another.
  public func beginsWith(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.beginsWith, text, options) }

  /// Objects whose text ends with another.
  public func endsWith(
    _ text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.endsWith, text, options) }

  /// Objects whose whole text fits a pattern, in which `*` is any text, `?` any one character, and
  /// `\` takes the next character as it is.
  public func like(
    _ pattern: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { compared(.like, pattern, options) }

  /// Objects whose whole text fits a regular expression of `NSRegularExpression`. Fetching with one
  /// that can't be read throws, and so does one that takes more than two seconds for a text.
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
