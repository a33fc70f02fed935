@_spi(Reflection) internal import Swift

/// A stored property of a struct, from the program's reflection metadata.
///
/// Reading it calls no code of the struct.
package struct StoredField {
  package let name: String
  /// The offset of the field in the struct, in bytes.
  package let offset: Int
  package let type: any Any.Type

  private var size: Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Returns the stored properties of a struct in order of declaration.
  ///
  /// It returns none for other types, and for programs without reflection metadata.
  package static func all(of type: any Any.Type) -> [StoredField] {
    guard RuntimeFeature.isTrusted else { return [] }
    var fields: [StoredField] = []
    _forEachField(of: type) { name, offset, type, _ in
      fields.append(StoredField(name: String(cString: name), offset: offset, type: type))
      return true
    }
    return fields
  }

  /// Returns the stored property at an offset, or nil if there is none.
  ///
  /// Properties of size 0 don't count.
  package static func at(_ offset: Int, in type: any Any.Type) -> StoredField? {
    all(of: type).first { $0.offset == offset && $0.size > 0 }
  }

  /// Returns the stored properties, each inside the previous one, that lead to a value of a type at
  /// an offset, or nil if there are none.
  package static func path(
    to offset: Int, of valueType: any Any.Type, in type: any Any.Type
  ) -> [StoredField]? {
    for field in all(of: type)
    where field.size > 0 && (field.offset..<field.offset + field.size).contains(offset) {
      // A struct never contains itself, so that at most one property at an offset has the type.
      if field.offset == offset, field.type == valueType { return [field] }
      return path(to: offset - field.offset, of: valueType, in: field.type).map { [field] + $0 }
    }
    return nil
  }
}
