package import StrataQuery
package import StrataSchema

/// What is worked out over the rows that a query finds, or over each group of them.
package struct AggregateQuery: Sendable {
  /// Which rows. Its limit and offset count groups, and its order of rows changes nothing.
  package var query: Query
  /// What the rows of a group have alike; without any, all rows are one group.
  package var keys: [Operand]
  /// What is worked out.
  package var measures: [Measure]
  /// What a group must meet; nil for nothing.
  package var condition: Condition?
  /// What groups are ordered by; equal ones are in order of their keys.
  package var order: [Order]

  /// Describes what is to be worked out.
  package init(
    _ query: Query, keys: [Operand] = [], measures: [Measure], condition: Condition? = nil,
    order: [Order] = []
  ) {
    self.query = query
    self.keys = keys
    self.measures = measures
    self.condition = condition
    self.order = order
  }

  /// A value of each row.
  package struct Operand: Sendable, Hashable {
    package let expression: QueryExpression
    package let kind: Kind

    package init(_ expression: QueryExpression, _ kind: Kind) {
      self.expression = expression
      self.kind = kind
    }

    /// How the value's column is to be counted with.
    package enum Kind: Sendable, Hashable {
      case integer
      /// Two's complement of 64 bits.
      case unsigned
      case real
      /// The digits of a decimal number.
      case decimal
      /// A text or bytes, which have an order and no sum.
      case other

      /// What a column's description says.
      package init(_ column: ColumnDescription) {
        switch (column.storageClass, column.meaning) {
        case (_, .unsigned): self = .unsigned
        case (_, .decimal): self = .decimal
        case (.integer, _): self = .integer
        case (.real, _): self = .real
        default: self = .other
        }
      }
    }
  }

  /// One number or value over the rows of a group. Rows without a value don't count.
  package struct Measure: Sendable, Hashable {
    package let function: Function
    /// Whose values; nil to count rows.
    package let operand: Operand?

    package init(_ function: Function, of operand: Operand? = nil) {
      self.function = function
      self.operand = operand
    }

    package enum Function: Sendable, Hashable {
      case count, countDistinct, sum, average, minimum, maximum
    }
  }

  /// A condition on a group; measures are named by their position.
  package indirect enum Condition: Sendable, Hashable {
    /// A comparison with no value is false unless it is for being unequal.
    case comparison(Int, QueryExpression.Comparison, AggregateValue)
    case and([Condition])
    case or([Condition])
    case not(Condition)
  }

  /// What groups are ordered by.
  package struct Order: Sendable, Hashable {
    package let term: Term
    package let isAscending: Bool

    package init(_ term: Term, isAscending: Bool = true) {
      self.term = term
      self.isAscending = isAscending
    }

    package enum Term: Sendable, Hashable {
      case key(Int)
      case measure(Int)
    }
  }
}
