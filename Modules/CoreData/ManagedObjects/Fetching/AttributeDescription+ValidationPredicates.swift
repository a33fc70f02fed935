public import Foundation
public import StrataDescriptions

// A model keeps limits and a pattern, which model files have names for. Predicates are another way to say them.
extension AttributeDescription {
  /// What values must meet, as predicates: one for each limit, and for the regular expression.
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

  /// Replaces the limits and the regular expression by what predicates say: `SELF >= 1`, `length < 30`,
  /// `SELF BETWEEN {1, 5}`, `SELF MATCHES '[A-Z].*'`, several of them with `AND`.
  ///
  /// - Parameter warnings: Not kept: what a save refuses has the code of the limit that it is beyond.
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` for a predicate that is none of limits or
  ///   patterns; nothing is replaced then.
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
