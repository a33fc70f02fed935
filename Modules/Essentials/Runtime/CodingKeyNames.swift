internal import Synchronization

/// The keys that a type's `Codable` conformance uses for its stored properties.
///
/// Key paths and reflection know a property's name. Its key is the case of that name in the type's
/// `CodingKeys`, which the compiler synthesizes if the source has none. A type without `CodingKeys`
/// implements its own encoding, so that no key is known.
package enum CodingKeyNames {
  private static let known = Mutex<[ObjectIdentifier: [String: String]]>([:])

  /// Returns the key of a stored property, or nil if none is known.
  ///
  /// The first call for a type is O(types in the program).
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
