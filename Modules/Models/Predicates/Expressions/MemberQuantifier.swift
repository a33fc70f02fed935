public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// A test that any, all or none of the members of a to-many relationship meet a predicate.
  public struct MemberQuantifier<Root: PredicateExpression, Member: PersistentModel>:
    _UnarchivedExpression
  where Root.Output: _MemberCollection<Member> {
    /// True if the required number of members meet the predicate.
    public typealias Output = Bool

    /// The number of members that must meet the predicate.
    public enum Quantity: Sendable, Hashable {
      /// At least one member.
      ///
      /// False if there are no members.
      case any
      /// Every member.
      ///
      /// True if there are no members.
      case all
      /// No member.
      ///
      /// True if there are no members.
      case none
    }

    /// The members.
    public let root: Root
    /// The number of members that must meet the predicate.
    public let quantity: Quantity
    /// The predicate for each member.
    public let predicate: Predicate<Member>

    /// Tests the members with a predicate.
    public init(_ quantity: Quantity, of root: Root, meet predicate: Predicate<Member>) {
      self.root = root
      self.quantity = quantity
      self.predicate = predicate
    }

    /// Returns true if the required number of members meet the predicate.
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

/// The value of a to-many relationship's property: an array of models, or an optional one.
public protocol _MemberCollection<Member> {
  /// The members' class.
  associatedtype Member: PersistentModel
  /// The members, or an empty array for nil.
  var _$members: [Member] { get }
}

extension Array: _MemberCollection where Element: PersistentModel {
  /// The members.
  public var _$members: [Element] { self }
}

extension Optional: _MemberCollection where Wrapped: _MemberCollection {
  /// The members, or an empty array for nil.
  public var _$members: [Wrapped.Member] { self?._$members ?? [] }
}

// Predicates are `Sendable`, and the members are a path from a variable.
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
  /// Translates the members of a relationship, and a predicate about each.
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
