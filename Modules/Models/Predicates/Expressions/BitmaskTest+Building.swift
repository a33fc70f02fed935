public import Foundation

// What `#Predicate` makes of `number & mask == mask` and of `number & mask != 0`.
extension PredicateExpressions {
  /// Whether all bits of a mask are set in a number.
  public static func build_contains<Root: PredicateExpression>(
    _ root: Root, allBits mask: Root.Output
  ) -> BitmaskTest<Root> where Root.Output: FixedWidthInteger {
    BitmaskTest(root: root, mask: Int64(truncatingIfNeeded: mask), needsAll: true) {
      Int64(truncatingIfNeeded: $0)
    }
  }

  /// Whether one bit of a mask at least is set in a number.
  public static func build_contains<Root: PredicateExpression>(
    _ root: Root, anyBit mask: Root.Output
  ) -> BitmaskTest<Root> where Root.Output: FixedWidthInteger {
    BitmaskTest(root: root, mask: Int64(truncatingIfNeeded: mask), needsAll: false) {
      Int64(truncatingIfNeeded: $0)
    }
  }
}
