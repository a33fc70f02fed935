/// An associated value of an enum's case.
package struct AssociatedValue {
  /// The label, unless there is none or it is `_`.
  package let label: Name?
  /// The type as written in the source.
  package let type: Fragment

  /// Parses a list of associated values, with its parentheses.
  package static func list(scanning list: Fragment) throws(ScanError) -> [AssociatedValue] {
    var scanner = try Scanner(list.text)
    return try scanner.scanAssociatedValues().map { label, type in
      AssociatedValue(
        label: label.map { Name(written: $0.written, offset: $0.offset + list.offset) },
        type: Fragment(text: type.text, offset: type.offset + list.offset))
    }
  }
}

extension Scanner {
  fileprivate mutating func scanAssociatedValues() throws(ScanError) -> [(Name?, Fragment)] {
    try expect(.leftParenthesis, "‘(’")
    var values: [(Name?, Fragment)] = []
    while kind != .rightParenthesis {
      while kind == .at { _ = try scanAttribute(condition: nil) }
      var label: Name?
      if atName {
        var ahead = self
        let first = try ahead.expectName("a label")
        if ahead.atName { _ = try ahead.expectName("a name") }
        if ahead.kind == .colon {
          try ahead.advance()
          self = ahead
          if first.written != "_" { label = first }
        }
      }
      values.append((label, try scanType()))
      if kind == .equal {
        try advance()
        _ = try scanExpression()
      }
      guard kind == .comma else { break }
      try advance()
    }
    try expect(.rightParenthesis, "‘)’")
    return values
  }
}
