internal import Foundation

/// The bounds that a predicate puts on token and author, so that only matching transactions are
/// read.
struct HistoryBounds {
  /// The token after which to read transactions, or nil to read from the beginning.
  private(set) var after: DefaultHistoryToken?
  /// The author whose transactions to read, or nil for all.
  private(set) var author: String?

  init(_ predicate: Predicate<DefaultHistoryTransaction>?) {
    (predicate?.expression as? any HistoryNarrowing)?.narrow(&self)
  }

  fileprivate mutating func narrow(after token: DefaultHistoryToken) {
    // The predicate filters what is read, so either token would be correct. The later one reads
    // less.
    if after.map({ $0 < token }) ?? true { after = token }
  }

  fileprivate mutating func narrow(author: String) { self.author = author }
}

/// A part of a predicate that may bound token or author. Other parts bound nothing.
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
