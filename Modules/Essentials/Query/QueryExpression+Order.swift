package import StrataSchema

extension QueryExpression {
  /// What a value that is read from a column means; nil where the column's type says it all, and for
  /// values that are worked out.
  package var meaning: ColumnDescription.Meaning? {
    if case .column(_, let column) = self { return column.description.meaning }
    return nil
  }

  /// Whether the value is an unsigned number of 64 bits, whose greater half is negative in a column.
  package var isUnsigned: Bool { meaning == .unsigned }
}

extension Query.Sort {
  /// How texts of this key are compared: decimal numbers are kept as text, and never compared so.
  package var effectiveCollation: TextCollation {
    expression.meaning == .decimal ? .decimal : collation
  }
}
