import StrataMacroSyntax

/// One persisted property of a model, as its source has it.
struct ModelProperty {
  /// The position among the persisted properties of the class.
  let index: Int
  /// The name without backticks.
  let name: String
  /// The name as it must be written in code.
  let written: String
  let isLet: Bool
  /// The type as it was written, with `?` for `!`; nil where only the initial value tells it.
  let type: String?
  let initialValue: String?
  let storage: Storage
  let variable: VariableDeclaration

  /// How the property's value is kept.
  enum Storage {
    /// As it is, in a stored property of a type that can't be a model.
    case direct(type: String)
    /// In a slot, which can also hold a link to another model.
    case slot
  }

  /// The name of the stored property behind the computed one.
  var storageName: String { isLet ? written : "_$" + identifier }

  // A raw identifier may have characters that need backticks; the stored property's may not.
  private var identifier: String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// Whether the type is plainly an array, whose members can be changed in place.
  var isArray: Bool {
    let text = type ?? initialValue ?? ""
    return text.hasPrefix("[") || text.hasPrefix("Array<") || text.hasPrefix("Swift.Array<")
  }

  var isOptional: Bool { type.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") } ?? false }

  func attribute(_ name: String) -> Attribute? { variable.attributes(named: name).first }

  /// The persisted properties of a class, in order of declaration.
  static func all(of type: TypeDeclaration, in node: SyntaxNode) throws -> [ModelProperty] {
    var result: [ModelProperty] = []
    for member in type.members {
      switch member {
      case .variable(let variable):
        if let property = try ModelProperty(variable, index: result.count, in: node) {
          result.append(property)
        }
      case .conditional(let members):
        try refuse(members, node)
      default: break
      }
    }
    return result
  }

  private static func refuse(_ members: ConditionalMembers, _ node: SyntaxNode) throws {
    for member in members.clauses.flatMap(\.members) {
      switch member {
      case .variable(let variable) where try ModelProperty(variable, index: 0, in: node) != nil:
        throw Problem(
          "@Model can't persist a property inside #if; move it out, or mark it @Transient",
          node.position(at: variable.keywordOffset))
      case .conditional(let inner): try refuse(inner, node)
      default: break
      }
    }
  }

  /// Reads a variable; nil for one that isn't persisted.
  init?(_ variable: VariableDeclaration, index: Int, in node: SyntaxNode) throws {
    guard !variable.isStatic, !variable.hasModifier("lazy"),
      variable.attributes(named: "Transient").isEmpty
    else {
      try Self.checkTransient(variable, node)
      return nil
    }
    guard let binding = variable.bindings.first else { return nil }
    if binding.accessorBlock?.isComputed == true { return nil }
    guard variable.bindings.count == 1, let name = binding.name else {
      throw Problem(
        "@Model needs each persisted property in a declaration of its own",
        node.position(at: variable.keywordOffset))
    }
    let type = (binding.resolvedType ?? binding.typeAnnotation).map { Self.spelled($0.text) }
    if variable.isLet {
      guard type != nil, binding.initialValue == nil else {
        throw Problem(
          "a persisted 'let' gets its value in an initializer; declare '\(name.text)' as 'var', "
            + "or give it a type and no initial value",
          node.position(at: variable.keywordOffset),
          fixIts: [Self.replacing(variable.header.keyword, with: "var", node)])
      }
    }
    self.index = index
    self.name = name.text
    written = name.written
    isLet = variable.isLet
    self.type = type
    initialValue = binding.initialValue?.text
    storage = Self.storage(type: type, initialValue: binding.initialValue?.text)
    self.variable = variable
  }

  private static func checkTransient(_ variable: VariableDeclaration, _ node: SyntaxNode) throws {
    guard !variable.attributes(named: "Transient").isEmpty, !variable.isStatic, !variable.isLet
    else { return }
    for binding in variable.bindings
    where binding.initialValue == nil && binding.accessorBlock?.isComputed != true {
      let type = (binding.resolvedType ?? binding.typeAnnotation)?.text ?? ""
      if !type.hasSuffix("?"), !type.hasSuffix("!"), !type.hasPrefix("Optional<") {
        throw Problem(
          "@Transient requires non-optional property '\(binding.pattern.text)' to have a default "
            + "value",
          node.position(at: variable.keywordOffset))
      }
    }
  }

  private static func replacing(
    _ fragment: Fragment, with text: String, _ node: SyntaxNode
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt(
      message: "use '\(text)'",
      changes: [.init(range: node.range(fragment.range), newText: text)])
  }

  // An implicitly unwrapped optional is kept as an optional.
  private static func spelled(_ type: String) -> String {
    type.hasSuffix("!") ? String(type.dropLast()) + "?" : type
  }

  private static func storage(type: String?, initialValue: String?) -> Storage {
    if let type { return PlainType.isPlain(type) ? .direct(type: type) : .slot }
    if let literal = PlainType.ofLiteral(initialValue ?? "") { return .direct(type: literal) }
    return .slot
  }
}

/// Types that are known by their spelling not to be models.
enum PlainType {
  private static let names: Set<String> = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "Double", "Float", "CGFloat", "TimeInterval", "Decimal", "UUID", "URL",
    "Data",
  ]

  static func isPlain(_ type: String) -> Bool {
    var type = type[...]
    if type.hasSuffix("?") { type = type.dropLast() }
    for module in ["Swift.", "Foundation."] where type.hasPrefix(module) {
      type = type.dropFirst(module.count)
    }
    return names.contains(String(type))
  }

  /// The default type of a literal.
  static func ofLiteral(_ text: String) -> String? {
    if text == "true" || text == "false" { return "Swift.Bool" }
    if text.hasPrefix("\""), text.hasSuffix("\""), !text.dropFirst().dropLast().contains("\"") {
      return "Swift.String"
    }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.first?.isNumber == true else { return nil }
    if digits.allSatisfy({ $0.isNumber || $0 == "_" }) { return "Swift.Int" }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isNumber || $0 == "_" } }
    return isDecimal ? "Swift.Double" : nil
  }
}
