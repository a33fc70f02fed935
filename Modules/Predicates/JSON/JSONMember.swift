import Foundation
import StrataModel
import StrataSQLite

/// Finds the JSON keys that a key path of a `Decodable` type leads to.
///
/// The type is decoded several times from a decoder that answers each key with a value of its own
/// (``MemberProbe``). The member whose value the key path reads, each time, is the one that it leads
/// to, whatever its coding key is called. Where members can't be told apart so, such as two enums of
/// one type that doesn't list its cases, the name of the stored property decides.
package enum JSONMember {
  package static func keys<Root>(of keyPath: AnyKeyPath, in type: Root.Type) -> [String]? {
    guard let type = type as? any Decodable.Type else { return nil }
    func keys<Value: Decodable>(_ type: Value.Type) -> [String]? {
      guard let keyPath = keyPath as? PartialKeyPath<Value> else { return nil }
      return Self.keys(
        of: keyPath, in: type, depth: 0, isStored: MemoryLayout<Value>.offset(of: keyPath) != nil
      ) { $0[keyPath: keyPath] }
    }
    return keys(type)
  }

  /// The same for a key path that begins further up.
  ///
  /// - Parameters:
  ///   - depth: How many values inside the one of the type the member is inside of.
  ///   - isStored: Whether what the key path leads to is kept in the value itself.
  ///   - read: What the key path gives where a value is; nil where that can't be told.
  static func keys<Root: Decodable>(
    of keyPath: AnyKeyPath, in type: Root.Type, depth: Int, isStored: Bool, read: (Root) -> Any?
  ) -> [String]? {
    var runs: [(value: Root, members: [MemberProbe.Member])] = []
    var seen: [MemberProbe.Member] = []
    for variant in 0..<MemberProbe.variantCount {
      let probe = MemberProbe(variant: variant)
      // A type may refuse what the probe answers; what it has asked for by then is known all the same.
      let value = try? Root(from: probe)
      seen = probe.members.members
      if let value { runs.append((value, seen)) }
    }
    let wanted = ObjectIdentifier(ValueForm.unwrapped(Swift.type(of: keyPath).valueType))
    let candidates = seen.filter {
      $0.depth == depth && ObjectIdentifier(ValueForm.unwrapped($0.type)) == wanted
    }
    let found = candidates.filter { member in
      // What is computed may be equal to a truth value or a case by chance.
      guard !runs.isEmpty, isStored || member.isUnmistakable else { return false }
      return runs.allSatisfy { run in
        guard let here = run.members.first(where: { $0.keys == member.keys }) else { return false }
        return read(run.value).map { Equality.areEqual($0, here.value) } ?? false
      }
    }
    if found.count == 1 { return found[0].keys }
    guard isStored else { return nil }
    // The printed key path has the name where the program has kept names.
    let name = "\(keyPath)".split(separator: ".").last.map { String($0.prefix { $0 != "?" }) }
    let named = (found.isEmpty ? candidates : found).filter { $0.keys.last == name }
    return named.count == 1 ? named[0].keys : nil
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
