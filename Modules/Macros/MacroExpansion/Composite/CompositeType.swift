import StrataCompilerMessages
import StrataSwiftParser

/// A struct or an enum with `@Composite`.
struct CompositeType {
  let type: TypeDeclaration
  let node: SyntaxNode
  let content: Content
  /// The errors of the members.
  ///
  /// Members with an error aren't in the content.
  let problems: [Problem]

  /// The members or cases that are stored in columns.
  enum Content {
    case members([CompositeMember])
    case cases([CompositeCase], [CompositePayload])
  }

  /// Reads the type of a request.
  ///
  /// - Throws: ``Problem`` if the type can't be a composite value.
  init(_ request: AttachedMacroRequest) throws(Problem) {
    let node = request.declaration
    let type = try reading(node) { source throws(ScanError) in
      try TypeDeclaration(scanning: source)
    }
    guard type.kind == .struct || type.kind == .enum else {
      throw Problem(
        "'@Composite' cannot be applied to \(type.kind.rawValue) type '\(type.name.text)'; it keeps "
          + "values of structs and enums in columns", node.position(at: type.keywordOffset))
    }
    if let generics = type.genericParameters {
      throw Problem(
        "a composite value can't be generic: its columns are those of one type",
        node.position(at: generics.offset))
    }
    if request.isInGenericType {
      throw Problem(
        "a composite value can't stand in a generic type: its columns are those of one type; move "
          + "'\(type.name.text)' out of it", node.position(at: type.name.offset))
    }
    self.type = type
    self.node = node
    if type.kind == .struct {
      var reader = CompositeMemberReader(node: node)
      reader.read(type.members)
      content = .members(reader.ordered)
      problems = reader.problems
    } else {
      var reader = CompositeCaseReader(type: type, node: node)
      try reader.read(type)
      content = .cases(reader.cases, reader.payloads)
      problems = reader.problems
    }
  }

  /// The access level of generated members that implement the protocol's requirements.
  var access: String { type.accessForWitnesses }
}

extension String {
  /// True if the text spells an optional type.
  var spellsOptional: Bool {
    hasSuffix("?") || hasSuffix("!") || hasPrefix("Optional<") || hasPrefix("Swift.Optional<")
  }

  /// The text as a string literal.
  var asLiteral: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
