import StrataCompilerMessages
import StrataSwiftParser

/// A class that `@Model` stands on: its persisted properties, and what of its surroundings matters.
struct ModelClass {
  let type: TypeDeclaration
  let node: SyntaxNode
  /// The model that the class inherits from.
  let superclass: String?
  /// Whether a type around the class is generic, so that the class can't have static storage.
  let isInGenericType: Bool
  let properties: [ModelProperty]
  /// What is wrong with the members. Those that can't be persisted aren't among the properties.
  let problems: [Problem]
  /// `#Unique` and `#Index`.
  let constraints: [ModelConstraint]
  /// The counts of properties in each block of conditional members, as code.
  let counts: [(name: String, clauses: [(condition: String?, count: String)])]
  /// Of each variable by the offset of its keyword: its place among the properties, if it has one.
  private let places: [Int: Int?]

  /// Reads the class of a request.
  init(_ request: AttachedMacroRequest) throws(Problem) {
    try self.init(
      request.declaration, language: request.language, isSubclass: request.inheritsModel(),
      isInGenericType: request.isInGenericType)
  }

  /// Reads a class.
  ///
  /// - Throws: ``Problem`` where it can't be a model at all.
  init(
    _ node: SyntaxNode, language: SwiftLanguage, isSubclass: Bool = false,
    isInGenericType: Bool = false
  ) throws(Problem) {
    let type = try reading(node) { source throws(ScanError) in
      try TypeDeclaration(scanning: source)
    }
    guard type.kind == .class else {
      throw Problem(
        "'@Model' cannot be applied to \(type.kind.rawValue) type '\(type.name.text)'",
        node.position(at: type.keywordOffset),
        fixIts: [
          .init(
            message: "use 'class'",
            changes: [.init(range: node.range(type.header.keyword.range), newText: "class")])
        ])
    }
    if let generics = type.genericParameters {
      throw Problem("a model can't be generic", node.position(at: generics.offset))
    }
    self.type = type
    self.node = node
    superclass = isSubclass ? type.inheritedTypes.first?.text : nil
    self.isInGenericType = isInGenericType
    var collector = ModelMemberCollector(
      node: node, language: language, mayInherit: !type.inheritedTypes.isEmpty)
    collector.collect(type.members)
    properties = collector.properties
    problems = collector.problems
    constraints = collector.constraints
    counts = collector.counts
    places = collector.places
  }

  /// Whether the class might inherit from another model, so that positions are counted from a base.
  var mayInherit: Bool { !type.inheritedTypes.isEmpty }

  /// Whether a variable's keyword stands there, in bytes from the start of the class's source.
  func hasVariable(at offset: Int) -> Bool { places[offset] != nil }

  /// The persisted property whose keyword stands there, in bytes from the start of the class's source.
  func property(at offset: Int) -> ModelProperty? {
    guard case .some(let place?) = places[offset] else { return nil }
    return properties[place]
  }

  var hasInitializer: Bool { Self.hasInitializer(type.members) }

  private static func hasInitializer(_ members: [Member]) -> Bool {
    members.contains { member in
      switch member {
      case .initializer: true
      case .conditional(let members): members.clauses.contains { hasInitializer($0.members) }
      default: false
      }
    }
  }

  var hasDeinitializer: Bool { Self.hasDeinitializer(type.members) }

  private static func hasDeinitializer(_ members: [Member]) -> Bool {
    members.contains { member in
      switch member {
      case .deinitializer: true
      case .conditional(let members): members.clauses.contains { hasDeinitializer($0.members) }
      default: false
      }
    }
  }

  var isFinal: Bool { type.hasModifier("final") }

  /// The access that members have to have to serve the protocol.
  var access: String { type.accessForWitnesses }

  /// The access of members that subclasses override, which may be in other modules.
  var overridableAccess: String { type.accessLevel == "open" ? "open " : access }
}

/// A `#Unique` or `#Index` of a class.
struct ModelConstraint {
  let expansion: MacroExpansion
  /// `Unique` or `Index`.
  let kind: String
  /// The condition of the `#if` clause that it stands in.
  let condition: String?
}
