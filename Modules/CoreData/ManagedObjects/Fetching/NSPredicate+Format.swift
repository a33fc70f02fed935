public import Foundation

/// Foundation's predicates, which may be made of a text here as on other platforms.
public protocol _FormattedPredicate {}

extension NSPredicate: _FormattedPredicate {}

extension _FormattedPredicate {
  /// Lets an initializer give an object of a subclass, which a class's own can't.
  fileprivate init(adopting other: Self) { self = other }
}

extension _FormattedPredicate where Self == NSPredicate {
  /// A predicate that a text says, such as `NSPredicate(format: "name BEGINSWITH %@ AND age > %d", "A", 18)`.
  ///
  /// `%@` stands for a value, an object, its identifier or an array; `%K` for a key path; `%d`, `%i`, `%u`,
  /// `%f` and those with `l` for a number. `$name` stands for what `withSubstitutionVariables(_:)` gives. A
  /// text that can't be read is an error of the fetch.
  public init(format: String, _ arguments: Any?...) {
    self.init(adopting: FormatPredicate(format, arguments))
  }

  /// A predicate that a text says, with its arguments as an array.
  public init(format: String, argumentArray arguments: [Any?]?) {
    self.init(adopting: FormatPredicate(format, arguments ?? []))
  }

  /// The same predicate, whose variables stand for some values, by their names without `$`. Only one of a
  /// text has variables; one that a value can't stand for is an error of the fetch.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    let predicate: NSPredicate = self
    switch predicate {
    case let predicate as FormatPredicate: return predicate.substituting(variables)
    case let compound as NSCompoundPredicate:
      return NSCompoundPredicate(
        type: compound.compoundPredicateType,
        subpredicates: compound.subpredicates.map {
          $0.withSubstitutionVariables(variables)
        })
    default: return predicate
    }
  }
}
