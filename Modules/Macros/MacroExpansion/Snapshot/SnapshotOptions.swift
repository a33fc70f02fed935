import StrataCompilerMessages
import StrataSwiftParser

/// The properties that the arguments of `@Snapshot` list.
struct SnapshotOptions {
  /// An argument's label.
  enum List: String {
    case including, identifying, excluding
  }

  private var lists: [String: List] = [:]

  init(_ node: SyntaxNode, of model: ModelClass) throws(Problem) {
    let attribute = try reading(node) { source throws(ScanError) in
      try Attribute(scanning: source)
    }
    let names = Set(model.properties.map(\.name))
    var label: List?
    for argument in attribute.arguments {
      if let written = argument.label { label = List(rawValue: written.text) }
      let position = node.position(at: argument.value.offset)
      guard let label else { throw Problem("@Snapshot has no such argument", position) }
      guard let name = Self.name(argument.value.text) else {
        throw Problem("the name of a property must stand here, as a plain text", position)
      }
      guard names.contains(name) else {
        throw Problem("'\(name)' is no persisted property of '\(model.type.name.text)'", position)
      }
      guard lists.updateValue(label, forKey: name) == nil else {
        throw Problem("'\(name)' is listed already", position)
      }
    }
  }

  /// The list that a property is in.
  subscript(name: String) -> List? { lists[name] }

  /// The content of a string literal without interpolations and escapes, or nil.
  private static func name(_ literal: String) -> String? {
    guard isConstant(literal), literal.hasPrefix("\""), literal.hasSuffix("\""), literal.count > 2,
      !literal.contains("\\")
    else { return nil }
    return String(literal.dropFirst().dropLast())
  }
}
