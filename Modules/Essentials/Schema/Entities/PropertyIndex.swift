/// The position of a property in its entity, in order of declaration, inherited ones first.
///
/// You can use a literal: `entity.properties[0]` is the same as
/// `entity.properties[PropertyIndex(0)]`.
@frozen
public struct PropertyIndex: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The position, from 0.
  public let rawValue: Int

  /// Creates the index of the property at a position.
  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Creates the index of the property at a position.
  @inlinable
  public init(integerLiteral rawValue: Int) { self.rawValue = rawValue }

  /// Returns true if one property was declared before another.
  @inlinable
  public static func < (lhs: PropertyIndex, rhs: PropertyIndex) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Array {
  /// The element for a property, in an array with one element for each.
  @inlinable
  package subscript(_ property: PropertyIndex) -> Element {
    get { self[property.rawValue] }
    _modify { yield &self[property.rawValue] }
  }
}
