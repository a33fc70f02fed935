public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

// What is asked of a to-many relationship; one that is nil has no members.
extension KeyPath where Root: PersistentModel, Value: MemberCollection {
  /// Objects of whose related ones one at least meets a predicate.
  public func any(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.any, predicate)
  }

  /// Objects whose related ones all meet a predicate; also those with none.
  public func all(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.all, predicate)
  }

  /// Objects of whose related ones not one meets a predicate; also those with none.
  public func none(_ predicate: Predicate<Value.Member>) -> Predicate<Root> {
    quantified(.none, predicate)
  }

  private func quantified(
    _ quantity: PredicateExpressions.MemberQuantifier<ModelPath<Root, Value>, Value.Member>
      .Quantity, _ predicate: Predicate<Value.Member>
  ) -> Predicate<Root> {
    self.predicate { PredicateExpressions.MemberQuantifier(quantity, of: $0, meet: predicate) }
  }

  /// How many related objects there are, to be compared with a number.
  public var count: MemberNumber<Root, Int> { count(where: nil) }

  /// How many related objects meet a predicate, to be compared with a number.
  public func count(where predicate: Predicate<Value.Member>?) -> MemberNumber<Root, Int> {
    number(.count, nil, predicate) { $0.count }
  }
}
