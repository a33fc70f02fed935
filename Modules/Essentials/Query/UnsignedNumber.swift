// Unsigned 64-bit numbers are stored in two's complement. The store and the evaluation in memory
// call the same functions, so that both agree.
extension Int64 {
  /// A signed number in the order of the unsigned ones.
  package var unsignedOrder: Int64 { self ^ .min }

  /// Calculates with two unsigned numbers in two's complement, or returns nil if the result is no
  /// such number.
  package func unsigned(_ operation: QueryExpression.Arithmetic, _ other: Int64) -> Int64? {
    let (lhs, rhs) = (UInt64(bitPattern: self), UInt64(bitPattern: other))
    let result: (partialValue: UInt64, overflow: Bool) =
      switch operation {
      case .add: lhs.addingReportingOverflow(rhs)
      case .subtract: lhs.subtractingReportingOverflow(rhs)
      case .multiply: lhs.multipliedReportingOverflow(by: rhs)
      case .divide: lhs.dividedReportingOverflow(by: rhs)
      case .remainder: lhs.remainderReportingOverflow(dividingBy: rhs)
      }
    return result.overflow ? nil : Int64(bitPattern: result.partialValue)
  }
}
