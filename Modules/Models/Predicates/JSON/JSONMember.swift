import StrataRuntime

/// The lookup of the JSON keys for a key path into a `Codable` struct.
///
/// A key path of stored properties has an offset. The struct's reflection metadata has the
/// property's name for it, and the case of that name in its `CodingKeys` is the key. No code of the
/// struct is called.
package enum JSONMember {
  package static func keys(of keyPath: AnyKeyPath, in type: any Any.Type) -> [String]? {
    func offset<Root>(_ type: Root.Type) -> Int? {
      (keyPath as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
    }
    guard let offset = _openExistential(type, do: offset),
      let path = StoredField.path(to: offset, of: Swift.type(of: keyPath).valueType, in: type)
    else { return nil }
    var keys: [String] = []
    var type = type
    for field in path {
      guard let key = CodingKeyNames.key(of: field.name, in: type) else { return nil }
      keys.append(key)
      type = field.type
    }
    return keys
  }

  /// Takes the remaining components of a key path, which starts in a value of a type and may pass
  /// optionals, and returns their keys.
  static func keys(along parts: inout KeyPathParts, in type: any Any.Type) -> [String]? {
    var keys: [String] = []
    var type = type
    while !parts.isEmpty {
      guard let offset = parts.takeOffset(), let field = StoredField.at(offset, in: type),
        let key = CodingKeyNames.key(of: field.name, in: type)
      else { return nil }
      keys.append(key)
      _ = parts.skipOptional()
      type = ValueForm.unwrapped(field.type)
    }
    return keys
  }

  /// The remedy that an error names if the coding key isn't known.
  static func advice(for type: any Any.Type) -> String {
    "the store doesn't know under which key the JSON of \(type) has it: only stored properties that its "
      + "CodingKeys name, or the compiler's own, can be asked for, and none of a generic type; put @Composite on "
      + "\(type), which has a column for each property then"
  }
}
