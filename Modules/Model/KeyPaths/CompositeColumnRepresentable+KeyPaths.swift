package import StrataRuntime
package import StrataSchema
package import StrataStorage

extension CompositeColumnRepresentable {
  /// The columns that the next parts of a key path lead to, which are taken, also through values inside
  /// values; nil where the first is no part.
  package static func range(
    along parts: inout KeyPathParts, passesOptional: inout Bool
  ) -> Range<Int>? {
    guard let keyPath = part(at: &parts), let range = columnRange(at: keyPath) else { return nil }
    passesOptional = parts.skipOptional() || passesOptional
    let value = OptionalType.unwrapped(type(of: keyPath).valueType)
    guard !parts.isEmpty, let inner = value as? any CompositeColumnRepresentable.Type,
      let deeper = inner.range(along: &parts, passesOptional: &passesOptional)
    else { return range }
    return (range.lowerBound + deeper.lowerBound)..<(range.lowerBound + deeper.upperBound)
  }

  private static func part(at parts: inout KeyPathParts) -> AnyKeyPath? {
    let found = columnParts.keys.filter { part in
      var other = parts
      return other.take(part)
    }
    guard found.count == 1, let part = found.first, parts.take(part) else { return nil }
    return part
  }
}

extension ModelEntity {
  /// The attribute and the columns of a part of it that a key path leads to; nil for one that leads
  /// anywhere else.
  package func part(
    at keyPath: AnyKeyPath
  ) -> (property: Schema.PropertyMetadata, columns: [ColumnDescription])? {
    guard var parts = KeyPathParts(keyPath),
      let property = ModelParts.of(self).property(at: &parts),
      case .attribute(let type, let columns, _, _) = property.kind
    else { return nil }
    var passesOptional = parts.skipOptional()
    guard let composite = OptionalType.unwrapped(type) as? any CompositeColumnRepresentable.Type,
      let range = composite.range(along: &parts, passesOptional: &passesOptional), parts.isEmpty,
      range.upperBound <= columns.count
    else { return nil }
    return (property, Array(columns[range]))
  }
}
