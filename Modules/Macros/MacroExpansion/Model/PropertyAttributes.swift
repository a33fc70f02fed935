import StrataCompilerMessages
import StrataSwiftParser

/// The `@Attribute` or `@Relationship` of a property, or one for each build configuration.
struct PropertyAttributes {
  /// The attributes, those under a condition first.
  let all: [Attribute]
  /// The argument of `.transformable(by:)`.
  let transformer: String?
  /// True if there is `.ephemeral`.
  let isEphemeral: Bool
  /// The option by which saves or deletions set the property, such as `createdAt`, or nil.
  let timestamp: Timestamp?

  /// An option by which saves or deletions set a property.
  enum Timestamp: String, CaseIterable {
    case createdAt, updatedAt, deletedAt
  }

  init(_ variable: VariableDeclaration, in node: SyntaxNode) throws(Problem) {
    let attributes = variable.attributes.filter {
      $0.baseName == "Attribute" || $0.baseName == "Relationship"
    }
    let unconditional = attributes.filter { $0.condition == nil }
    all = attributes.filter { $0.condition != nil } + unconditional
    if unconditional.count > 1 {
      let second = unconditional[1]
      let isSame = unconditional[0].baseName == second.baseName
      throw Problem(
        isSame
          ? "a property has one @\(second.baseName); write all arguments in one"
          : "a property is an attribute or a relationship, not both",
        node.position(at: second.source.offset))
    }
    var transformer: String?
    var isEphemeral = false
    var timestamp: Timestamp?
    for attribute in all where attribute.baseName == "Attribute" {
      for option in attribute.arguments where option.label == nil {
        if option.value.text.split(separator: ".").last == "ephemeral" {
          guard attribute.condition == nil else {
            throw Problem(
              "'.ephemeral' can't stand under '#if'; put the whole property there",
              node.position(at: option.value.offset))
          }
          isEphemeral = true
        }
        if let found = Timestamp(option: option.value) {
          let position = node.position(at: option.value.offset)
          guard attribute.condition == nil else {
            throw Problem(
              "'.\(found.rawValue)' can't stand under '#if'; put the whole property there", position
            )
          }
          if let timestamp {
            throw Problem(
              "a property is '.\(timestamp.rawValue)' or '.\(found.rawValue)', not both", position)
          }
          timestamp = found
        }
        guard let found = try Self.transformer(option.value, in: node) else { continue }
        guard attribute.condition == nil else {
          throw Problem(
            "'.transformable' can't stand under '#if'; put the whole property there",
            node.position(at: option.value.offset))
        }
        transformer = found
      }
    }
    self.transformer = transformer
    self.isEphemeral = isEphemeral
    self.timestamp = timestamp
  }

  /// Returns the argument of `.transformable(by: …)`, or nil for other options.
  private static func transformer(
    _ option: Fragment, in node: SyntaxNode
  ) throws(Problem) -> String? {
    let expression: ExpressionNode
    do throws(ScanError) {
      expression = try ExpressionNode(scanning: option.text).unwrapped
    } catch {
      throw Problem(error.message, node.position(at: option.offset + error.offset))
    }
    switch expression.kind {
    case .implicitMember: return nil
    case .postfix(let base, let suffixes):
      var path: [String] = []
      if case .implicitMember(let name) = base.kind { path.append(name) }
      for suffix in suffixes {
        switch suffix.kind {
        case .member(let name): path.append(name.text)
        case .call(let arguments) where path.last == "transformable":
          guard let argument = arguments.first, arguments.count == 1, argument.label == "by" else {
            break
          }
          let bytes = Array(option.text.utf8)[argument.value.range]
          return String(decoding: bytes, as: UTF8.self)
        default: break
        }
      }
      if !path.isEmpty, path.last != "transformable" { return nil }
    default: break
    }
    throw Problem(
      "the option itself must stand here, such as '.unique', for the macro to see it",
      node.position(at: option.offset))
  }
}

extension PropertyAttributes.Timestamp {
  /// The option that is written as `.createdAt` or with its type before it, or nil for others.
  init?(option: Fragment) {
    guard let name = option.text.split(separator: ".").last.map(String.init),
      let found = Self(rawValue: name)
    else { return nil }
    self = found
  }
}
