/// Which of its entity's properties a property is: its position of declaration, with those that are
/// inherited in front.
///
/// A literal is one: `entity.properties[0]` is no different from `entity.properties[PropertyIndex(0)]`.
@frozen
public struct PropertyIndex: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The position, from 0.
  public let rawValue: Int

  /// The property at a position.
  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// The property at a position.
  @inlinable
  public init(integerLiteral rawValue: Int) { self.rawValue = rawValue }

  /// Whether one was declared before another.
  @inlinable
  public static func < (lhs: PropertyIndex, rhs: PropertyIndex) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Array {
  /// What a list of one element a property has for one of them.
  @inlinable
  package subscript(_ property: PropertyIndex) -> Element {
    get { self[property.rawValue] }
    _modify { yield &self[property.rawValue] }
  }
}
