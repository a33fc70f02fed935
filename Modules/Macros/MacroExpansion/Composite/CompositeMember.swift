import StrataCompilerMessages
import StrataSwiftParser

/// A stored property of a struct with `@Composite`.
struct CompositeMember {
  /// The name without backticks.
  let name: String
  /// The name, with backticks if the source has them.
  let written: String
  let isOptional: Bool
  let initialValue: String?
  /// The name in an earlier version, as a literal.
  let originalName: String?
  /// The offset of its keyword.
  let offset: Int
}

/// A reader of a struct's stored properties.
struct CompositeMemberReader {
  private(set) var members: [CompositeMember] = []
  private(set) var problems: [Problem] = []
  private let node: SyntaxNode

  init(node: SyntaxNode) { self.node = node }

  /// The members in the order of their columns.
  ///
  /// A member that is never nil comes first, so that its column distinguishes nil from a value.
  var ordered: [CompositeMember] {
    guard let first = members.firstIndex(where: { !$0.isOptional }) else { return members }
    var members = members
    members.insert(members.remove(at: first), at: 0)
    return members
  }

  mutating func read(_ declarations: [Member]) {
    for declaration in declarations {
      do throws(Problem) {
        switch declaration {
        case .variable(let variable):
          if let member = try member(variable) { members.append(member) }
        case .conditional(let conditional): try check(conditional)
        default: break
        }
      } catch {
        problems.append(error)
      }
    }
    if !members.contains(where: { !$0.isOptional }),
      let taken = members.first(where: { $0.name == "exists" })
    {
      problems.append(
        Problem(
          "'exists' is the column that says whether there is a value, since all members may be nil; "
            + "choose another name", node.position(at: taken.offset)))
    }
  }

  // Otherwise each build configuration would have other columns.
  private func check(_ conditional: ConditionalMembers) throws(Problem) {
    for clause in conditional.clauses {
      for member in clause.members {
        switch member {
        case .variable(let variable) where variable.reasonNotToPersist == nil:
          throw Problem(
            "a member of a @Composite type can't stand under '#if': put the whole type there, once "
              + "with it and once without", node.position(at: variable.keywordOffset))
        case .conditional(let inner): try check(inner)
        default: break
        }
      }
    }
  }

  private func member(_ variable: VariableDeclaration) throws(Problem) -> CompositeMember? {
    let position = node.position(at: variable.keywordOffset)
    let checks = PropertyProblems(variable: variable, node: node)
    try checks.checkTransient()
    if variable.reasonNotToPersist != nil { return nil }
    guard let binding = variable.bindings.first else { return nil }
    guard variable.bindings.count == 1, let name = binding.name else {
      throw Problem(
        "@Composite needs each stored property in a declaration of its own", position)
    }
    if variable.hasModifier("lazy") { throw checks.lazy(name.text) }
    if let modifier = variable.modifiers.first(where: { ["weak", "unowned"].contains($0.name) }) {
      throw Problem(
        "'\(name.text)' can't be kept in a column as it is '\(modifier.name)'; an object is no part of "
          + "a value", position)
    }
    if let type = binding.resolvedType ?? binding.typeAnnotation {
      try checks.checkType(name.text, type)
    }
    if variable.isLet, binding.initialValue != nil { throw checks.constantWithValue(name.text) }
    return CompositeMember(
      name: name.text, written: name.written,
      isOptional: (binding.resolvedType ?? binding.typeAnnotation)?.text.spellsOptional
        ?? (binding.initialValue?.text.spellsOptionalValue ?? false),
      initialValue: binding.initialValue?.text, originalName: try originalName(variable),
      offset: variable.keywordOffset)
  }

  private func originalName(_ variable: VariableDeclaration) throws(Problem) -> String? {
    var name: String?
    for attribute in variable.attributes(named: "Attribute") {
      guard attribute.condition == nil else {
        throw Problem(
          "'@Attribute' of a composite value's member can't stand under '#if'",
          node.position(at: attribute.source.offset))
      }
      for argument in attribute.arguments {
        guard argument.label?.text == "originalName", isConstant(argument.value.text) else {
          throw Problem(
            "of a composite value's member '@Attribute' can say 'originalName' alone, as a literal; a "
              + "rule such as '.unique' is the model's: '#Unique<Model>([\\.property.member])'",
            node.position(at: argument.value.offset))
        }
        name = argument.value.text
      }
    }
    return name
  }
}

extension String {
  // Detects an optional value without a type annotation, such as `Optional(1)` or `nil as Int?`.
  fileprivate var spellsOptionalValue: Bool { hasPrefix("Optional") || hasSuffix("?") }
}
