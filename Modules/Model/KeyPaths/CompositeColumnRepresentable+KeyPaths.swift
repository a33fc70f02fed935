package import StrataRuntime
internal import StrataStorage

extension CompositeColumnRepresentable {
  /// The part that the next of a key path's leads to, which is taken.
  package static func part(at parts: inout KeyPathParts) -> String? {
    let found = columnParts.filter { part in
      var other = parts
      return other.take(part.key)
    }
    guard found.count == 1, let part = found.first, parts.take(part.key) else { return nil }
    return part.value
  }
}
