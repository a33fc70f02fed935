import StrataSwiftParser

extension PredicateWriter {
  /// Translates `number & mask == mask`, `number & mask == 0` and their opposites, or returns nil
  /// for other comparisons.
  ///
  /// The mask is a captured value, written in the same way on both sides.
  mutating func bitTest(
    _ left: ExpressionNode, isEqual: Bool, _ right: ExpressionNode, _ context: Context
  ) throws(Problem) -> PredicateCode? {
    for (masked, other) in [(left, right), (right, left)] {
      guard case .binary(let first, "&", let second) = masked.unwrapped.kind else { continue }
      for (number, mask) in [(first, second), (second, first)] {
        guard case .built(let root) = try write(number, context),
          case .captured = try write(mask, context)
        else { continue }
        let maskText = text(mask.unwrapped.range)
        switch text(other.unwrapped.range) {
        case "0":
          let test = PredicateCode.build("contains", (nil, root), ("anyBit", .text(maskText)))
          return isEqual ? .build("Negation", (nil, test)) : test
        case maskText:
          let test = PredicateCode.build("contains", (nil, root), ("allBits", .text(maskText)))
          return isEqual ? test : .build("Negation", (nil, test))
        default: break
        }
      }
    }
    return nil
  }

  /// Returns the error for an operator that the store doesn't support.
  func unknownOperator(_ name: String, at range: Range<Int>) -> Problem {
    let advice =
      switch name {
      case "&":
        "; write ‘number & mask == mask’ to ask for all bits of a mask, and ‘number & mask != 0’ for any"
      case "|", "^", "<<", ">>", "&<<", "&>>": "; work it out before, or turn the comparison round"
      default: ""
      }
    return problem("a predicate has no operator ‘\(name)’\(advice)", at: range)
  }
}
