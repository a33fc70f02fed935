internal import Foundation

/// What a predicate says of the place and the author of transactions, so that only those are read.
struct HistoryBounds {
  /// Only transactions behind a place.
  private(set) var after: DefaultHistoryToken?
  /// Only transactions of an author.
  private(set) var author: String?

  init(_ predicate: Predicate<DefaultHistoryTransaction>?) {
    (predicate?.expression as? any HistoryNarrowing)?.narrow(&self)
  }

  fileprivate mutating func narrow(after token: DefaultHistoryToken) {
    // Of two, either is right: the predicate is evaluated for what is read.
    if after.map({ $0 < token }) ?? true { after = token }
  }

  fileprivate mutating func narrow(author: String) { self.author = author }
}

/// A part of a predicate that says something of a transaction's place or author. What isn't one narrows
/// nothing.
private protocol HistoryNarrowing {
  func narrow(_ bounds: inout HistoryBounds)
}

private typealias Property<Value> = PredicateExpressions.KeyPath<
  PredicateExpressions.Variable<DefaultHistoryTransaction>, Value
>

extension PredicateExpressions.Conjunction: HistoryNarrowing {
  fileprivate func narrow(_ bounds: inout HistoryBounds) {
    (lhs as? any HistoryNarrowing)?.narrow(&bounds)
    (rhs as? any HistoryNarrowing)?.narrow(&bounds)
  }
}

extension PredicateExpressions.Comparison: HistoryNarrowing {
  fileprivate func narrow(_ bounds: inout HistoryBounds) {
    guard op == .greaterThan, let property = lhs as? Property<DefaultHistoryToken>,
      property.keyPath == \DefaultHistoryTransaction.token,
      let token = rhs as? PredicateExpressions.Value<DefaultHistoryToken>
    else { return }
    bounds.narrow(after: token.value)
  }
}

extension PredicateExpressions.Equal: HistoryNarrowing {
  fileprivate func narrow(_ bounds: inout HistoryBounds) {
    guard let property = lhs as? Property<String?>,
      property.keyPath == \DefaultHistoryTransaction.author,
      let author = rhs as? PredicateExpressions.Value<String?>, let name = author.value
    else { return }
    bounds.narrow(author: name)
  }
}
