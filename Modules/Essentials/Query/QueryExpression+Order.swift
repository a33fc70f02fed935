package import StrataSchema

extension QueryExpression {
  /// The meaning of a column's value, or nil if the column's type determines it or the expression
  /// is no column.
  package var meaning: ColumnDescription.Meaning? {
    if case .column(_, let column) = self { return column.description.meaning }
    return nil
  }

  /// True if the column has unsigned 64-bit numbers, whose greater half is negative in two's
  /// complement.
  package var isUnsigned: Bool { meaning == .unsigned }
}

extension Query.Sort {
  /// The order of this key's texts.
  ///
  /// Decimal numbers are stored as text, but compared as numbers.
  package var effectiveCollation: TextCollation {
    expression.meaning == .decimal ? .decimal : collation
  }
}
