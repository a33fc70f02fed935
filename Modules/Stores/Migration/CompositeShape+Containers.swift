import StrataSchema
import StrataTables

extension CompositeShape {
  /// A value that a part stands in: the whole one, or one inside it.
  struct Container {
    /// The beginning of its parts' names, or empty for the whole value.
    let prefix: String
    let shape: CompositeShape

    /// The part that is NULL where there is no such value, and nowhere else.
    var presence: String { ColumnDescription.path(prefix, shape.presence) }

    /// Returns true if a part may not be nil where there is such a value.
    func requires(_ part: String) -> Bool {
      shape.requires(prefix.isEmpty ? part : String(part.dropFirst(prefix.count + 1)))
    }
  }

  /// The values that a part stands in, the whole one first.
  func containers(of part: String, in prefix: String = "") -> [Container] {
    let own = Container(prefix: prefix, shape: self)
    let members: [(path: String, shape: CompositeShape?)] = self.members.map {
      (ColumnDescription.path(prefix, $0.part), $0.shape)
    }
    if members.contains(where: { $0.path == part }) { return [own] }
    for member in members {
      guard let shape = member.shape, part.hasPrefix(member.path + "_") else { continue }
      return [own] + shape.containers(of: part, in: member.path)
    }
    return [own]
  }

  /// The members of a struct, or what the cases of an enum carry.
  private var members: [Member] {
    switch self {
    case .structure(_, let members): members
    case .enumeration(_, let cases): cases.flatMap(\.values)
    }
  }

  /// Returns true if a part may not be nil in a value that is there. Values that cases of an enum
  /// carry are checked by its rule.
  private func requires(_ part: String) -> Bool {
    guard case .structure(let presence, let members) = self else { return part == self.presence }
    if part == presence { return true }
    for member in members where !member.isOptional {
      if member.part == part { return true }
      guard let shape = member.shape, part.hasPrefix(member.part + "_") else { continue }
      return shape.requires(String(part.dropFirst(member.part.count + 1)))
    }
    return false
  }
}
