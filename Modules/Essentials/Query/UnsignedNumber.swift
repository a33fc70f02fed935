// Unsigned 64-bit numbers are kept in two's complement. One meaning for the store and for objects in
// memory: both call these.
extension Int64 {
  /// The number that orders this one among others as unsigned numbers are ordered.
  package var unsignedOrder: Int64 { self ^ .min }

  /// What two unsigned numbers in two's complement make; nil where that is no such number.
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
