extension DeclarationSummary {
  private static let types = [
    "struct_decl": "struct", "enum_decl": "enum", "class_decl": "class", "protocol": "protocol",
    "extension_decl": "extension",
  ]
  private static let others = [
    "func_decl": "func", "constructor_decl": "init", "destructor_decl": "deinit",
    "subscript_decl": "subscript", "typealias": "alias", "associated_type_decl": "associatedtype",
  ]

  /// A declaration as the compiler read it; nil for what isn't a member of a type, such as an import.
  init?(_ node: CompilerNode, in dump: CompilerDump, followedBy next: ArraySlice<CompilerNode> = [])
  {
    if node.kind == "pattern_binding_decl" {
      self.init(variable: node, in: dump, next.prefix { $0.kind == "var_decl" })
      return
    }
    if node.kind == "enum_case_decl" {
      let elements = next.prefix { $0.kind == "enum_element_decl" }
      self.init(kind: "case", names: elements.map { Self.plain($0.name) }, types: [])
      takeAttributes(of: Array(elements.prefix(1)), in: dump)
      return
    }
    guard let kind = Self.types[node.kind] ?? Self.others[node.kind] else { return nil }
    self.init(
      kind: kind, names: kind == "deinit" ? [] : [Self.plain(node.name)],
      types: node.children.filter { ["result", "element", "type_repr"].contains($0.role) }
        .map(\.identifiers))
    takeAttributes(of: [node], in: dump)
    accessors = Self.accessors(of: [node])
    if Self.types[node.kind] != nil { members = Self.members(node.children, in: dump) }
  }

  private init(
    variable node: CompilerNode, in dump: CompilerDump, _ variables: ArraySlice<CompilerNode>
  ) {
    let isLet = variables.first?.has("let") == true
    self.init(
      kind: isLet ? "let" : "var", names: variables.map { Self.plain($0.name) },
      types: node.children.flatMap(\.children).filter { $0.kind == "pattern_typed" }
        .compactMap { $0.children.last?.identifiers })
    takeAttributes(of: Array(variables.prefix(1)), in: dump)
    accessors = Self.accessors(of: Array(variables))
  }

  static func members(
    _ nodes: [CompilerNode], in dump: CompilerDump
  ) -> [DeclarationSummary] {
    nodes.indices.compactMap {
      DeclarationSummary(nodes[$0], in: dump, followedBy: nodes[($0 + 1)...])
    }
  }

  private mutating func takeAttributes(of nodes: [CompilerNode], in dump: CompilerDump) {
    isStatic = nodes.contains { $0.has("static") || $0.has("class") }
    for attribute in nodes.flatMap(\.children) where attribute.kind.hasSuffix("_attr") {
      guard let place = attribute.range?.start, let offset = dump.offset(place) else { continue }
      // Some are counted from the sign, some from behind it.
      if dump.source[offset] == UInt8(ascii: "@") {
        attributes.insert(offset)
      } else if offset > 0, dump.source[offset - 1] == UInt8(ascii: "@") {
        attributes.insert(offset - 1)
      } else if attribute.kind != "rethrows_attr" {
        modifiers.insert(offset)
      }
    }
  }

  private static func accessors(of nodes: [CompilerNode]) -> [String] {
    nodes.flatMap(\.children).filter { $0.kind == "accessor_decl" }.compactMap { node in
      accessorKinds.first { node.has($0) }
    }
  }

  private static let accessorKinds = [
    "get", "set", "willSet", "didSet", "init", "_read", "_modify", "unsafeAddress",
    "unsafeMutableAddress", "read", "modify", "borrow", "mutate",
  ]

  /// A name without backticks.
  static func plain(_ name: String) -> String { name.filter { $0 != "`" } }
}

extension CompilerNode {
  /// The names in a type in the order of the source, and `?` behind what is optional.
  var identifiers: [String] {
    let name = value("id").map { [DeclarationSummary.plain(String($0))] } ?? []
    switch kind {
    case "type_qualified_ident":
      return (children.first?.identifiers ?? []) + name
        + children.dropFirst().flatMap(\.identifiers)
    case "type_metatype": return children.flatMap(\.identifiers) + ["Type"]
    case "type_protocol": return children.flatMap(\.identifiers) + ["Protocol"]
    case "type_optional": return children.flatMap(\.identifiers) + ["?"]
    default: return name + children.filter { $0.kind.hasPrefix("type_") }.flatMap(\.identifiers)
    }
  }
}
