public import Foundation

/// Allows initializers of `NSPredicate` that return a subclass.
public protocol _FormattedPredicate {}

extension NSPredicate: _FormattedPredicate {}

extension _FormattedPredicate {
  /// Replaces self with an instance of a subclass, which only an initializer in a protocol
  /// extension can do.
  fileprivate init(adopting other: Self) { self = other }
}

extension _FormattedPredicate where Self: NSPredicate {
  /// Creates a predicate from a format string and its arguments.
  ///
  ///     NSPredicate(format: "name BEGINSWITH %@ AND age > %d", "A", 18)
  ///
  /// Use `%@` for a value, an object, its identifier or an array, `%K` for a key path, and `%d`,
  /// `%i`, `%u`, `%f` and their variants with `l` for a number. `$name` is a variable whose value
  /// you set with `withSubstitutionVariables(_:)`. If the text is invalid, the fetch throws an
  /// error.
  public init(format: String, _ arguments: Any?...) {
    self.init(formatted: FormatPredicate(format, arguments))
  }

  /// Creates a predicate from a format string and an array of arguments.
  public init(format: String, argumentArray arguments: [Any?]?) {
    self.init(formatted: FormatPredicate(format, arguments ?? []))
  }

  // Also for initializers of a program's own in extensions of `NSPredicate`, which call these.
  private init(formatted predicate: NSPredicate) {
    guard let own = predicate as? Self else {
      preconditionFailure("a format makes an NSPredicate, and no \(Self.self)")
    }
    self.init(adopting: own)
  }

  /// Returns the predicate with values for its variables, by their names without `$`.
  ///
  /// Only predicates from format strings have variables. If a value can't be used, the fetch throws
  /// an error.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    let predicate: NSPredicate = self
    switch predicate.textual {
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

extension _FormattedPredicate where Self == NSCompoundPredicate {
  /// Not available: the format decides about the kind of predicate.
  @available(*, unavailable, message: "make an NSPredicate by its format")
  public init(format: String, _ arguments: Any?...) {
    preconditionFailure("not available")
  }
}
