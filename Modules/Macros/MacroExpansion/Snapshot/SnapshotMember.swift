import StrataCompilerMessages
import StrataSwiftParser

/// A property of a model that its snapshot has.
struct SnapshotMember {
  /// The value of a relationship in a snapshot.
  enum Form: Equatable {
    /// The attribute's own value.
    case value
    /// The identifiers of the objects.
    case identified(String)
    /// Snapshots of the objects.
    case nested(String)
  }

  let property: ModelProperty
  let form: Form
  /// The type of the snapshot's property.
  let type: String
  let isToMany: Bool

  var name: String { property.written }
  var literal: String { property.literal }

  /// True if two objects with the same value can't be in one store.
  var isUnique: Bool { hasOption(["unique"]) }

  /// True if saves and deletions set the property, so that a snapshot shows it and never sets it.
  var isSetByStore: Bool { hasOption(["createdAt", "updatedAt", "deletedAt"]) }

  private func hasOption(_ names: Set<Substring>) -> Bool {
    form == .value
      && property.attributes.contains { attribute in
        attribute.baseName == "Attribute"
          && attribute.arguments.contains { argument in
            argument.label == nil
              && argument.value.text.split(separator: ".").last.map(names.contains) == true
          }
      }
  }

  /// The value of a missing member as code, or nil if it must be there.
  var defaultValue: String? {
    switch form {
    case .value: property.initialValue ?? (property.isOptional ? "nil" : nil)
    case .identified, .nested: isToMany ? "[]" : property.isOptional ? "nil" : nil
    }
  }

  /// The access level of the member.
  var access: String {
    switch property.variable.accessLevel {
    case "public", "open": "public "
    case "package": "package "
    default: ""
    }
  }

  init(
    _ property: ModelProperty, _ list: SnapshotOptions.List?, in node: SyntaxNode
  ) throws(Problem) {
    let position = node.position(at: property.variable.keywordOffset)
    if property.condition != nil || property.attributes.contains(where: { $0.condition != nil }) {
      throw Problem(
        "'\(property.name)' stands under '#if', where a snapshot can't have it; exclude it",
        position)
    }
    if ["snapshot", "apply"].contains(property.name) {
      throw Problem("'\(property.name)' is what @Snapshot declares; choose another name", position)
    }
    let literal = PlainType.ofLiteral(property.initialValue ?? "")
    guard let type = property.type ?? literal else {
      throw Problem("a snapshot needs the type of '\(property.name)'; write it out", position)
    }
    self.property = property
    guard let list else {
      form = .value
      isToMany = false
      self.type = type
      return
    }
    let isArray = type.hasPrefix("[") || type.hasPrefix("Array<") || type.hasPrefix("Swift.Array<")
    let isOptional = property.isOptional
    guard !isArray || !isOptional else {
      throw Problem(
        "a snapshot has an array of '\(property.name)', which can't be optional", position)
    }
    isToMany = isArray
    let object = Self.object(type)
    let (form, element): (Form, String) =
      list == .including
      ? (.nested(object), "\(object).Snapshot")
      : (.identified(object), "StrataModel.TypedObjectID<\(object)>")
    self.form = form
    self.type = isArray ? "[\(element)]" : isOptional ? "\(element)?" : element
  }

  /// The class of the objects that a relationship of a type leads to.
  private static func object(_ type: String) -> String {
    if type.hasSuffix("?") { return String(type.dropLast()) }
    if type.hasPrefix("[") { return String(type.dropFirst().dropLast()) }
    if type.hasSuffix(">"), let start = type.firstIndex(of: "<") {
      return String(type[type.index(after: start)...].dropLast())
    }
    return type
  }
}
