public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

// Predicates about the members of a to-many relationship. Nil counts as no members.
extension KeyPath where Root: PersistentModel, Value: _MemberCollection {
  /// Returns a predicate that is met if at least one member meets another predicate.
  public func any(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.any, predicate)
  }

  /// Returns a predicate that is met if all members meet another predicate, or if there are none.
  public func all(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.all, predicate)
  }

  /// Returns a predicate that is met if no member meets another predicate.
  public func none(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.none, predicate)
  }

  private func quantified(
    _ quantity: PredicateExpressions.MemberQuantifier<ModelPath<Root, Value>, Value.Member>
      .Quantity, _ predicate: Predicate<Value.Member>
  ) -> Predicate<Root> {
    self.predicate { PredicateExpressions.MemberQuantifier(quantity, of: $0, meet: predicate) }
  }

  /// The number of members, to compare with a value: `(\Person.books).count > 3`.
  public var count: MemberNumber<Root, Int> { count(where: nil) }

  /// Returns the number of members that meet a predicate, to compare with a value.
  public func count(where predicate: Predicate<Value.Member>?) -> MemberNumber<Root, Int> {
    number(.count, nil, predicate) { $0.count }
  }
}
