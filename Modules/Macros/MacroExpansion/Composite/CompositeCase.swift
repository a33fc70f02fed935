import StrataCompilerMessages
import StrataSwiftParser

/// A case of an enum with `@Composite`.
struct CompositeCase {
  let name: Name
  /// The associated values, in order, each with its label and the index of its payload.
  let values: [Value]

  struct Value {
    let label: Name?
    let payload: Int
    let isOptional: Bool
  }
}

/// A part that stores an associated value of one or several cases.
struct CompositePayload {
  /// The part's name, which is that of the generated property.
  let part: String
  /// The type as written in the source.
  let type: String
  let isOptional: Bool
  let offset: Int

  /// The type of the generated property.
  var optionalType: String { isOptional ? type : "Swift.Optional<\(type)>" }
}

/// A reader of an enum's cases, which decides which associated values share a part.
///
/// Values of the same label and type share one, with the label as its name. A value with the same
/// label and another type has the case's name as prefix. A value without a label has the case's
/// name. So a case that you add after the others changes no existing name.
struct CompositeCaseReader {
  private(set) var cases: [CompositeCase] = []
  private(set) var payloads: [CompositePayload] = []
  private(set) var problems: [Problem] = []
  private let type: TypeDeclaration
  private let node: SyntaxNode
  /// The first payload of each label.
  private var labels: [String: Int] = [:]

  init(type: TypeDeclaration, node: SyntaxNode) {
    self.type = type
    self.node = node
  }

  mutating func read(_ type: TypeDeclaration) throws(Problem) {
    if type.hasModifier("indirect") { throw indirect(type.keywordOffset) }
    for member in type.members {
      do throws(Problem) {
        switch member {
        case .enumCase(let declaration): try read(declaration)
        case .conditional(let conditional): try check(conditional)
        default: break
        }
      } catch {
        problems.append(error)
      }
    }
    guard !cases.isEmpty || !problems.isEmpty else {
      throw Problem(
        "'\(type.name.text)' has no case, and so no value to keep",
        node.position(at: type.name.offset))
    }
    if payloads.isEmpty, let raw = type.inheritedTypes.first, Self.rawTypes.contains(raw.text) {
      throw hasRawValue(node.position(at: raw.offset))
    }
    checkNames()
  }

  private static let rawTypes: Set<String> = Set(
    [
      "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
      "UInt32", "UInt64", "Double", "Float",
    ].flatMap { [$0, "Swift.\($0)"] })

  private func hasRawValue(_ position: Diagnostic.Position) -> Problem {
    Problem(
      "an enum with raw values is kept by its raw value, in one column; leave '@Composite' out",
      position)
  }

  private func indirect(_ offset: Int) -> Problem {
    Problem(
      "an indirect value has no certain number of columns; leave '@Composite' out, and it is kept as "
        + "JSON where it is Codable", node.position(at: offset))
  }

  private mutating func read(_ declaration: EnumCaseDeclaration) throws(Problem) {
    if declaration.hasModifier("indirect") { throw indirect(declaration.keywordOffset) }
    for element in declaration.elements {
      if let raw = element.rawValue { throw hasRawValue(node.position(at: raw.offset)) }
      let values = try element.associatedValues.map { list throws(Problem) in
        try associatedValues(list)
      }
      cases.append(
        CompositeCase(name: element.name, values: try add(values ?? [], of: element.name)))
    }
  }

  private func associatedValues(_ list: Fragment) throws(Problem) -> [AssociatedValue] {
    do throws(ScanError) {
      return try AssociatedValue.list(scanning: list)
    } catch {
      throw Problem(error.message, node.position(at: list.offset + error.offset))
    }
  }

  private mutating func add(
    _ values: [AssociatedValue], of name: Name
  ) throws(Problem) -> [CompositeCase.Value] {
    var result: [CompositeCase.Value] = []
    for (place, value) in values.enumerated() {
      try check(value)
      let isOptional = value.type.text.spellsOptional
      let index: Int
      if let label = value.label {
        index = shared(label.text, value, of: name.text)
      } else {
        let part = values.count == 1 ? name.text : "\(name.text)\(place)"
        index = append(part, value)
      }
      guard !result.contains(where: { $0.payload == index }) else {
        throw Problem(
          "two values of one case have the same label and type, and would share a column",
          node.position(at: value.type.offset))
      }
      result.append(.init(label: value.label, payload: index, isOptional: isOptional))
    }
    return result
  }

  private mutating func shared(
    _ label: String, _ value: AssociatedValue, of name: String
  ) -> Int {
    func same(_ index: Int) -> Bool { payloads[index].wrappedType == value.wrappedType }
    guard let first = labels[label] else {
      labels[label] = append(label, value)
      return payloads.count - 1
    }
    if same(first) { return first }
    return append(name + label.prefix(1).uppercased() + label.dropFirst(), value)
  }

  private mutating func append(_ part: String, _ value: AssociatedValue) -> Int {
    payloads.append(
      CompositePayload(
        part: part, type: value.type.text, isOptional: value.type.text.spellsOptional,
        offset: value.type.offset))
    return payloads.count - 1
  }

  private func check(_ value: AssociatedValue) throws(Problem) {
    let position = node.position(at: value.type.offset)
    if value.wrappedType == type.name.text || value.wrappedType == "Self" {
      throw indirect(value.type.offset)
    }
    if value.wrappedType == "Kind", !declaresKind {
      throw Problem(
        "'Kind' is here what @Composite writes to tell the cases apart; write what the type stands in "
          + "before it, such as its module", position)
    }
    switch TypeShape(value.type) {
    case .tuple:
      throw Problem("a tuple has no column; make a struct with @Composite of it", position)
    case .function: throw Problem("a function has no column", position)
    case .metatype: throw Problem("a type has no column", position)
    case .opaque, .inlineArray: throw Problem("a value of this type has no column", position)
    case .set, .dictionary, .other: break
    }
    if value.type.text.hasSuffix("??") {
      throw Problem("a column can't tell nil from nil inside an optional", position)
    }
  }

  private func check(_ conditional: ConditionalMembers) throws(Problem) {
    for clause in conditional.clauses {
      for member in clause.members {
        switch member {
        case .enumCase(let declaration):
          throw Problem(
            "a case of a @Composite type can't stand under '#if': put the whole type there, once with "
              + "it and once without", node.position(at: declaration.keywordOffset))
        case .conditional(let inner): try check(inner)
        default: break
        }
      }
    }
  }

  /// True if the type declares a `Kind` itself, which is reported separately.
  private var declaresKind: Bool {
    type.members.contains { member in
      if case .nestedType(let nested) = member { nested.name.text == "Kind" } else { false }
    }
  }

  /// Reports members that have the name of a generated one.
  private mutating func checkNames() {
    guard !payloads.isEmpty else { return }
    var parts: Set<String> = ["kind"]
    for payload in payloads where !parts.insert(payload.part).inserted {
      problems.append(
        Problem(
          payload.part == "kind"
            ? "'kind' is what @Composite writes to tell the cases apart; choose another label"
            : "two values need the part '\(payload.part)'; choose another label",
          node.position(at: payload.offset)))
    }
    for member in type.members {
      switch member {
      case .variable(let variable) where !variable.isStatic:
        for binding in variable.bindings {
          guard let name = binding.name, parts.contains(name.text) else { continue }
          problems.append(
            Problem(
              "'\(name.text)' is what @Composite writes, to ask for it in predicates; leave it out, or "
                + "choose another name", node.position(at: name.offset)))
        }
      case .nestedType(let nested) where nested.name.text == "Kind":
        problems.append(
          Problem(
            "'Kind' is what @Composite writes to tell the cases apart; choose another name",
            node.position(at: nested.name.offset)))
      default: break
      }
    }
  }
}

extension CompositePayload {
  fileprivate var wrappedType: String { type.withoutOptional }
}

extension AssociatedValue {
  fileprivate var wrappedType: String { type.text.withoutOptional }
}

extension String {
  fileprivate var withoutOptional: String {
    if hasSuffix("?") { return String(dropLast()) }
    for prefix in ["Optional<", "Swift.Optional<"] where hasPrefix(prefix) && hasSuffix(">") {
      return String(dropFirst(prefix.count).dropLast())
    }
    return self
  }
}
