public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// Whether any, all or none of the members of a to-many relationship meet a predicate.
  public struct MemberQuantifier<Root: PredicateExpression, Member: PersistentModel>:
    UnarchivedExpression
  where Root.Output: MemberCollection<Member> {
    /// Whether they do.
    public typealias Output = Bool

    /// How many members must meet the predicate.
    public enum Quantity: Sendable, Hashable {
      /// One at least; never true of no members.
      case any
      /// Each; always true of no members.
      case all
      /// Not one; always true of no members.
      case none
    }

    /// The members.
    public let root: Root
    /// How many of them must meet the predicate.
    public let quantity: Quantity
    /// What is asked of each.
    public let predicate: Predicate<Member>

    /// Asks members whether they meet a predicate.
    public init(_ quantity: Quantity, of root: Root, meet predicate: Predicate<Member>) {
      self.root = root
      self.quantity = quantity
      self.predicate = predicate
    }

    /// Whether as many do.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let members = try root.evaluate(bindings)._$members
      return switch quantity {
      case .any: try members.contains { try predicate.evaluate($0) }
      case .all: try members.allSatisfy { try predicate.evaluate($0) }
      case .none: try !members.contains { try predicate.evaluate($0) }
      }
    }
  }
}

/// What a to-many relationship's property holds: an array of models, or one that may be nil.
public protocol MemberCollection<Member> {
  /// The members' class.
  associatedtype Member: PersistentModel
  /// The members; none for nil.
  var _$members: [Member] { get }
}

extension Array: MemberCollection where Element: PersistentModel {
  /// The members.
  public var _$members: [Element] { self }
}

extension Optional: MemberCollection where Wrapped: MemberCollection {
  /// The members; none for nil.
  public var _$members: [Wrapped.Member] { self?._$members ?? [] }
}

// Predicates are Sendable; the members are a path from a variable.
extension PredicateExpressions.MemberQuantifier: @unchecked Sendable {}

extension PredicateExpressions.MemberQuantifier: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (members, condition) = try translator.members(try translator.subject(root), predicate)
    switch quantity {
    case .any: return .value(.exists(members, condition))
    case .all: return .value(.not(.exists(members, .not(condition))))
    case .none: return .value(.not(.exists(members, condition)))
    }
  }
}

extension PredicateTranslator {
  /// The members of a relationship, and a predicate about each.
  mutating func members<Member: PersistentModel>(
    _ subject: Subject, _ predicate: Predicate<Member>?
  ) throws -> (QueryCollection, QueryExpression) {
    guard let predicate else { return (try collection(subject), .alwaysTrue) }
    let key = predicate.variable.key
    let outer = variables[key]
    defer { variables[key] = outer }
    let members = try collection(subject, binding: key)
    return (members, try condition(predicate.expression))
  }
}
