package import StrataRuntime
package import StrataSchema
package import StrataSQLite

extension CompositeColumnRepresentable {
  /// Takes the next parts of a key path that lead into this type, also through nested composite
  /// values, and returns their columns.
  ///
  /// - Returns: nil if the first part leads to no member of the type.
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

  /// Returns the unwrapped type of the member that a column stores, or nil if no key path leads to
  /// that column alone.
  package static func partType(ofColumn index: Int) -> (any Any.Type)? {
    for part in columnParts.keys {
      guard let range = columnRange(at: part), range.contains(index) else { continue }
      let type = OptionalType.unwrapped(Swift.type(of: part).valueType)
      if let inner = type as? any CompositeColumnRepresentable.Type {
        return inner.partType(ofColumn: index - range.lowerBound)
      }
      return range.count == 1 ? type : nil
    }
    return nil
  }

  /// Returns the columns of the member that a key path leads to, given its beginning, which leads
  /// to the value.
  fileprivate static func columnRange(
    at keyPath: AnyKeyPath, from start: AnyKeyPath
  ) -> Range<Int>? {
    for part in columnParts.keys {
      guard let whole = start.appending(path: part), let range = columnRange(at: part) else {
        continue
      }
      if whole == keyPath { return range }
      guard let inner = type(of: part).valueType as? any CompositeColumnRepresentable.Type,
        let deeper = inner.columnRange(at: keyPath, from: whole)
      else { continue }
      return (range.lowerBound + deeper.lowerBound)..<(range.lowerBound + deeper.upperBound)
    }
    return nil
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

extension _ModelEntity {
  /// Returns the attribute and the columns of the part that a key path leads to, or nil if it leads
  /// to none.
  package func part(
    at keyPath: AnyKeyPath
  ) -> (property: Schema.PropertyMetadata, columns: [ColumnDescription])? {
    partOfValue(at: keyPath) ?? partOfOptional(at: keyPath)
  }

  /// Finds a part whose key path passes no optional, by appending each member's key path and
  /// comparing the results.
  private func partOfValue(
    at keyPath: AnyKeyPath
  ) -> (property: Schema.PropertyMetadata, columns: [ColumnDescription])? {
    for property in properties {
      guard case .attribute(let type, let columns, _, _) = property.kind,
        let composite = type as? any CompositeColumnRepresentable.Type,
        let range = composite.columnRange(at: keyPath, from: property.keypath),
        range.upperBound <= columns.count
      else { continue }
      return (property, Array(columns[range]))
    }
    return nil
  }

  private func partOfOptional(
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
