internal import Synchronization

/// The keys under which a type's `Codable` conformance keeps its stored properties.
///
/// Key paths and reflection know a property by its name. Its key is the case of that name in the
/// type's `CodingKeys`, which the compiler writes where nobody else does. A type without `CodingKeys`
/// encodes itself in a way of its own, and nothing is known of it.
package enum CodingKeyNames {
  private static let known = Mutex<[ObjectIdentifier: [String: String]]>([:])

  /// The key of a stored property; nil where none is known. O(types in the program) for the first of a
  /// type.
  package static func key(of property: String, in type: any Any.Type) -> String? {
    let identity = ObjectIdentifier(type)
    if let keys = known.withLock({ $0[identity] }) { return keys[property] }
    let keys = find(in: type)
    known.withLock { $0[identity] = keys }
    return keys[property]
  }

  private static func find(in type: any Any.Type) -> [String: String] {
    guard
      let keys = TypeDescriptor.nestedEnum("CodingKeys", in: type) as? any CodingKey.Type
    else { return [:] }
    func find<Key: CodingKey>(_ type: Key.Type) -> [String: String] {
      guard let names = EnumCases.names(of: type), let cases = EnumCases.all(of: type) else {
        return [:]
      }
      return Dictionary(
        zip(names, cases.map(\.stringValue)), uniquingKeysWith: { first, _ in first })
    }
    return find(keys)
  }
}
