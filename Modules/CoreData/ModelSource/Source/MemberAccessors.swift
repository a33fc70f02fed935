import StrataDescriptions

/// The methods that change a to-many relationship, with the names that Xcode generates.
struct MemberAccessors {
  let lines: [String]

  /// The greatest length of a line.
  private static let width = 100

  /// - Parameters:
  ///   - owner: The class that has the relationship.
  ///   - member: The class of its objects.
  init(
    of relationship: RelationshipDescription, in owner: String, _ member: String,
    _ types: SwiftTypes
  ) {
    let word = Self.word(of: relationship.name)
    let key = SwiftWord.literal(relationship.name)
    let set = types.named(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
    let sequence = "some \(types.named("Sequence"))<\(member)>"
    var lines = ["// Methods for \(relationship.name)", "extension \(owner) {"]
    func method(_ name: String, _ parameters: [String], _ call: String) {
      lines += Self.method(name, parameters, "\(call), forKey: \(key))")
    }
    for (parameter, argument) in [
      ("_ value: \(member)", "value"), ("_ values: \(sequence)", "values"),
      ("_ values: \(set)", "values"),
    ] {
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

  private static func method(_ name: String, _ parameters: [String], _ call: String) -> [String] {
    let head = "  func \(name)(\(parameters.joined(separator: ", "))) {"
    let line = "\(head) \(call) }"
    if line.count <= width { return [line] }
    let body = ["    \(call)", "  }"]
    if head.count <= width { return [head] + body }
    return ["  func \(name)("]
      + parameters.enumerated().map { index, parameter in
        "    \(parameter)" + (index < parameters.count - 1 ? "," : "")
      } + ["  ) {"] + body
  }
}
