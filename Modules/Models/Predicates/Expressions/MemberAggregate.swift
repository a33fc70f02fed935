public import Foundation
public import StrataModel
public import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// An aggregate over the members of a to-many relationship: their number, or the sum, average,
  /// minimum or maximum of an attribute.
  public struct MemberAggregate<Root: PredicateExpression, Member: PersistentModel, Output>:
    _UnarchivedExpression
  where Root.Output: _MemberCollection<Member> {
    /// The members.
    public let root: Root
    /// The aggregate function.
    public let aggregate: QueryExpression.Aggregate
    /// The condition for members to be included, or nil for all.
    public let predicate: Predicate<Member>?
    /// The attribute, or nil if the members are counted.
    public let keyPath: PartialKeyPath<Member>?
    private let fold: ([Member]) throws -> Output

    init(
      _ aggregate: QueryExpression.Aggregate, of root: Root,
      _ keyPath: PartialKeyPath<Member>? = nil, where predicate: Predicate<Member>?,
      _ fold: @escaping ([Member]) throws -> Output
    ) {
      self.root = root
      self.aggregate = aggregate
      self.predicate = predicate
      self.keyPath = keyPath
      self.fold = fold
    }

    /// Computes the aggregate of the current members.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      let members = try root.evaluate(bindings)._$members
      guard let predicate else { return try fold(members) }
      return try fold(try members.filter { try predicate.evaluate($0) })
    }
  }
}

// Predicates are `Sendable`, key paths to properties are immutable, and the closure captures only
// one of those.
extension PredicateExpressions.MemberAggregate: @unchecked Sendable {}

extension PredicateExpressions.MemberAggregate: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(root)
    let (members, condition) = try translator.members(subject, predicate)
    let counted = predicate == nil ? nil : condition
    guard let keyPath else {
      return .value(.aggregate(.count, members, where: counted, of: nil))
    }
    let member = PredicateTranslator.Subject.object(
      QueryPath(variable: members.variable), Member._$entity)
    guard case .value(let value) = try translator.property(of: member, keyPath) else {
      throw PredicateTranslationError.unsupportedPredicate("\(keyPath) as a number over members")
    }
    switch value.meaning {
    case .decimal, .unsigned:
      let words = Member._$entity.words(for: keyPath)
      throw PredicateTranslationError.unsupportedPredicate(
        "the \(aggregate.rawValue) of \(words), whose column holds no number for SQL")
    default: break
    }
    let result = QueryExpression.aggregate(aggregate, members, where: counted, of: value)
    // SQL's sum of no rows is NULL.
    return .value(
      aggregate == .sum ? .function(.coalesce, [result, .literal(.integer(0))]) : result)
  }
}
