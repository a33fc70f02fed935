public import Foundation
public import StrataDescriptions

// A model stores limits and a pattern, since its file does. Predicates are another form of them.
extension AttributeDescription {
  /// The attribute's validation rules as predicates: one for each limit, and one for the regular
  /// expression.
  public var validationPredicates: [NSPredicate] {
    let subject = type == .string ? "length" : "SELF"
    var predicates: [NSPredicate] = []
    if let minimumValue {
      predicates.append(NSPredicate(format: "\(subject) >= %@", minimumValue.any))
    }
    if let maximumValue {
      predicates.append(NSPredicate(format: "\(subject) <= %@", maximumValue.any))
    }
    if let regularExpression {
      predicates.append(NSPredicate(format: "SELF MATCHES %@", regularExpression))
    }
    return predicates
  }

  /// Replaces the attribute's validation rules with those that predicates express.
  ///
  /// The predicates may be `SELF >= 1`, `length < 30`, `SELF BETWEEN {1, 5}`, `SELF MATCHES
  /// '[A-Z].*'`, or several of these joined with `AND`. If one isn't of these forms, no rule is
  /// replaced.
  ///
  /// - Parameter warnings: Ignored: a save's error has the code of the violated limit.
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` for a predicate of another form.
  public mutating func setValidationPredicates(
    _ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]? = nil
  ) throws(ManagedObjectError) {
    var made = self
    (made.minimumValue, made.maximumValue, made.regularExpression) = (nil, nil, nil)
    for predicate in predicates ?? [] {
      for limit in try ValidationLimit.limits(of: predicate, for: self) {
        switch limit {
        case .least(let value): made.minimumValue = value
        case .greatest(let value): made.maximumValue = value
        case .pattern(let text): made.regularExpression = text
        }
      }
    }
    self = made
  }
}
