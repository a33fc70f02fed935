import StrataDescriptions

/// The methods that change a to-many relationship, with the names that Xcode generates.
struct MemberAccessors {
  let lines: [String]

  /// The greatest length of a line.
  private static let width = 100

  /// - Parameters:
  ///   - owner: The class that has the relationship.
  ///   - member: The class of its objects.
  ///   - style: With `xcode` there are only Xcode's methods, and they are public.
  init(
    of relationship: RelationshipDescription, in owner: String, _ member: String,
    _ types: SwiftTypes, _ style: ManagedSource.Style
  ) {
    let word = Self.word(of: relationship.name)
    let key = SwiftWord.literal(relationship.name)
    let set = types.named(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
    let sequence = "some \(types.named("Sequence"))<\(member)>"
    let (title, access) =
      style == .xcode ? ("MARK: Generated accessors", "public ") : ("Methods", "")
    var lines = ["// \(title) for \(relationship.name)", "extension \(owner) {"]
    func method(_ name: String, _ parameters: [String], _ call: String) {
      lines += Self.method(access, name, parameters, "\(call), forKey: \(key))")
    }
    var arguments = [("_ value: \(member)", "value"), ("_ values: \(set)", "values")]
    if style == .plain { arguments.insert(("_ values: \(sequence)", "values"), at: 1) }
    for (parameter, argument) in arguments {
      method("addTo\(word)", [parameter], "_$addMembers(\(argument)")
      method("removeFrom\(word)", [parameter], "_$removeMembers(\(argument)")
    }
    if relationship.isOrdered {
      let (int, indexes) = (types.named("Int"), types.named("NSIndexSet"))
      let set = types.named("IndexSet")
      let (one, several) = ("\(set)(integer: index)", "\(set)(indexes)")
      method(
        "insertInto\(word)", ["_ value: \(member)", "at index: \(int)"],
        "_$insertMembers(value, at: \(one)")
      method(
        "insertInto\(word)", ["_ values: [\(member)]", "at indexes: \(indexes)"],
        "_$insertMembers(values, at: \(several)")
      method("removeFrom\(word)", ["at index: \(int)"], "_$removeMembers(at: \(one)")
      method("removeFrom\(word)", ["at indexes: \(indexes)"], "_$removeMembers(at: \(several)")
      method(
        "replace\(word)", ["at index: \(int)", "with value: \(member)"],
        "_$replaceMembers(at: \(one), with: value")
      method(
        "replace\(word)", ["at indexes: \(indexes)", "with values: [\(member)]"],
        "_$replaceMembers(at: \(several), with: values")
    }
    self.lines = lines + ["}"]
  }

  /// A relationship's name as part of a method's name.
  static func word(of name: String) -> String {
    let name = SwiftWord.identifier(name)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func method(
    _ access: String, _ name: String, _ parameters: [String], _ call: String
  ) -> [String] {
    let head = "  \(access)func \(name)(\(parameters.joined(separator: ", "))) {"
    let line = "\(head) \(call) }"
    if line.count <= width { return [line] }
    let body = ["    \(call)", "  }"]
    if head.count <= width { return [head] + body }
    return ["  \(access)func \(name)("]
      + parameters.enumerated().map { index, parameter in
        "    \(parameter)" + (index < parameters.count - 1 ? "," : "")
      } + ["  ) {"] + body
  }
}
