import Foundation

/// Finds the JSON keys that a key path of a `Decodable` type leads to.
///
/// The type is decoded several times from a decoder that answers each key with a value of its own
/// (``MemberProbe``). The member whose value the key path reads, each time, is the one that it leads
/// to, whatever its coding key is called. Where members can't be told apart so, such as two enums of
/// one type that doesn't list its cases, the name of the stored property decides.
enum JSONMember {
  static func keys<Root>(of keyPath: AnyKeyPath, in type: Root.Type) -> [String]? {
    guard let type = type as? any Decodable.Type else { return nil }
    func keys<Value: Decodable>(_ type: Value.Type) -> [String]? {
      guard let keyPath = keyPath as? PartialKeyPath<Value> else { return nil }
      return Self.keys(of: keyPath)
    }
    return keys(type)
  }

  private static func keys<Root: Decodable>(of keyPath: PartialKeyPath<Root>) -> [String]? {
    var runs: [(value: Root, members: [MemberProbe.Member])] = []
    var seen: [MemberProbe.Member] = []
    for variant in 0..<MemberProbe.variantCount {
      let probe = MemberProbe(variant: variant)
      let value = try? Root(from: probe)
      seen = probe.members.members
      if let value { runs.append((value, seen)) }
    }
    let isStored = MemoryLayout<Root>.offset(of: keyPath) != nil
    let wanted = ObjectIdentifier(ValueForm.unwrapped(Swift.type(of: keyPath).valueType))
    let candidates = seen.filter { ObjectIdentifier(ValueForm.unwrapped($0.type)) == wanted }
    let found = candidates.filter { member in
      // What is computed may be equal to a truth value or a case by chance.
      guard !runs.isEmpty, isStored || member.isUnmistakable else { return false }
      return runs.allSatisfy { run in
        guard let here = run.members.first(where: { $0.keys == member.keys }) else { return false }
        return Equality.areEqual(run.value[keyPath: keyPath], here.value)
      }
    }
    if found.count == 1 { return found[0].keys }
    guard isStored else { return nil }
    // The printed key path has the name where the program has kept names.
    let name = "\(keyPath)".split(separator: ".").last.map(String.init)
    return (found.isEmpty ? candidates : found).first { $0.keys == [name] }?.keys
  }
}

/// Whether two values of any one type are the same.
private enum Equality {
  static func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    guard let lhs = unwrapped(lhs), let rhs = unwrapped(rhs) else { return false }
    guard type(of: lhs) == type(of: rhs) else { return false }
    if let equatable = lhs as? any Equatable { return equal(equatable, rhs) }
    var texts = ("", "")
    dump(lhs, to: &texts.0)
    dump(rhs, to: &texts.1)
    return texts.0 == texts.1
  }

  private static func equal<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
    lhs == rhs as? Value
  }

  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue.flatMap { unwrapped($0) }
  }
}
