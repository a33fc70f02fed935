public import Foundation
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// A test of bits in a number, or in an option set with a number as its raw value.
  public struct BitmaskTest<Root: PredicateExpression>: _UnarchivedExpression {
    /// True if the bits are set.
    public typealias Output = Bool
    /// The number or option set.
    public let root: Root
    /// The bits to test.
    public let mask: Int64
    /// True if all bits must be set, false if one is enough.
    public let needsAll: Bool
    private let bits: (Root.Output) -> Int64?

    init(
      root: Root, mask: Int64, needsAll: Bool, bits: @escaping (Root.Output) -> Int64?
    ) {
      self.root = root
      self.mask = mask
      self.needsAll = needsAll
      self.bits = bits
    }

    /// Tests the bits.
    ///
    /// The result for nil is false.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      guard let bits = bits(try root.evaluate(bindings)) else { return false }
      return needsAll ? bits & mask == mask : bits & mask != 0
    }
  }
}

// The closure only extracts bits from a value, and captures nothing.
extension PredicateExpressions.BitmaskTest: @unchecked Sendable {}

extension PredicateExpressions.BitmaskTest: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let value = try translator.value(root)
    let found = QueryExpression.function(.bitAnd, [value, .literal(.integer(mask))])
    guard !needsAll else {
      return .value(.comparison(.equal, found, .literal(.integer(mask))))
    }
    // NULL counts as different from 0, so that nil is excluded first.
    return .value(
      .and([
        .comparison(.notEqual, value, .literal(.null)),
        .comparison(.notEqual, found, .literal(.integer(0))),
      ]))
  }
}

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
