public import Foundation
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// Whether bits of a number, or of a set with a number as its raw value, are set.
  public struct BitmaskTest<Root: PredicateExpression>: UnarchivedExpression {
    /// Whether they are.
    public typealias Output = Bool
    /// The bits that are looked at.
    public let root: Root
    /// The bits that are asked for.
    public let mask: Int64
    /// Whether all of them must be set; else any one.
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

    /// Whether the bits are set; never for nil.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      guard let bits = bits(try root.evaluate(bindings)) else { return false }
      return needsAll ? bits & mask == mask : bits & mask != 0
    }
  }
}

// The closure takes bits out of a value, and holds nothing.
extension PredicateExpressions.BitmaskTest: @unchecked Sendable {}

extension PredicateExpressions.BitmaskTest: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let value = try translator.value(root)
    let found = QueryExpression.function(.bitAnd, [value, .literal(.integer(mask))])
    guard !needsAll else {
      return .value(.comparison(.equal, found, .literal(.integer(mask))))
    }
    // NULL differs from 0 as a value does; so nil is asked about first.
    return .value(
      .and([
        .comparison(.notEqual, value, .literal(.null)),
        .comparison(.notEqual, found, .literal(.integer(0))),
      ]))
  }
}
