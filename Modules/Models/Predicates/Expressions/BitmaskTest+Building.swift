public import Foundation

// The functions for which `#Predicate` replaces `number & mask == mask` and `number & mask != 0`.
extension PredicateExpressions {
  /// Tests that all bits of a mask are set in a number.
  public static func build_contains<Root: PredicateExpression>(
    _ root: Root, allBits mask: Root.Output
  ) -> BitmaskTest<Root> where Root.Output: FixedWidthInteger {
    BitmaskTest(root: root, mask: Int64(truncatingIfNeeded: mask), needsAll: true) {
      Int64(truncatingIfNeeded: $0)
    }
  }

  /// Tests that at least one bit of a mask is set in a number.
  public static func build_contains<Root: PredicateExpression>(
    _ root: Root, anyBit mask: Root.Output
  ) -> BitmaskTest<Root> where Root.Output: FixedWidthInteger {
    BitmaskTest(root: root, mask: Int64(truncatingIfNeeded: mask), needsAll: false) {
      Int64(truncatingIfNeeded: $0)
    }
  }
}
