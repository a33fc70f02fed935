import StrataCompilerMessages
import StrataSwiftParser
import Synchronization

/// A class with `@Model`: its persisted properties, and the relevant parts of its context.
struct ModelClass {
  let type: TypeDeclaration
  let node: SyntaxNode
  /// The name of the model that the class inherits from.
  let superclass: String?
  /// True if an enclosing type is generic, so that the class can't have static storage.
  let isInGenericType: Bool
  let properties: [ModelProperty]
  /// The errors of the members.
  ///
  /// Members with an error aren't among the properties.
  let problems: [Problem]
  /// The `#Unique`, `#Index` and `#Search` declarations.
  let constraints: [ModelConstraint]
  /// The computed properties, as far as key paths to them can be formed.
  let computed: [ComputedProperty]
  /// The number of properties in each clause of an `#if`, as code.
  let counts: [(name: String, clauses: [(condition: String?, count: String)])]
  /// The index of each variable among the properties, by the offset of its keyword, or nil if it
  /// isn't persisted.
  private let places: [Int: Int?]

  /// Parses the class of a request.
  init(_ request: AttachedMacroRequest) throws(Problem) {
    try self.init(
      request.declaration, language: request.language, isSubclass: request.inheritsModel(),
      isInGenericType: request.isInGenericType)
  }

  /// Parses a class.
  ///
  /// - Throws: ``Problem`` if it can't be a model.
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
    computed = collector.computed
    counts = collector.counts
    places = collector.places
  }

  /// True if the class may inherit from another model, so that positions have a base.
  var mayInherit: Bool { !type.inheritedTypes.isEmpty }

  /// Returns true if a variable's keyword is at an offset, in bytes from the start of the class's
  /// source.
  func hasVariable(at offset: Int) -> Bool { places[offset] != nil }

  /// Returns the persisted property whose keyword is at an offset, in bytes from the start of the
  /// class's source.
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

  /// The access level of generated members that implement the protocol's requirements.
  var access: String { type.accessForWitnesses }

  /// The access level of members that subclasses override, possibly in other modules.
  var overridableAccess: String { type.accessLevel == "open" ? "open " : access }
}

/// A `#Unique`, `#Index` or `#Search` of a class.
struct ModelConstraint {
  let expansion: MacroExpansion
  /// `Unique`, `Index` or `Search`.
  let kind: String
  /// The condition of the `#if` clause around it.
  let condition: String?
}

/// A computed property of a class.
struct ComputedProperty {
  let name: Name
  /// The condition of the `#if` clause around it.
  let condition: String?
}

extension VariableDeclaration {
  /// The name of a computed property to which any code can form a key path: it has no attributes, such as
  /// an actor or an availability, no modifiers such as `static` and `override`, and a getter without
  /// effects. Nil for others.
  var computedName: Name? {
    let allowed = ["public", "package", "internal", "fileprivate", "private", "final", "open"]
    guard bindings.count == 1, let binding = bindings.first, let block = binding.accessorBlock,
      block.isComputed, block.accessors.allSatisfy({ $0.effects == nil && $0.attributes.isEmpty }),
      header.attributes.isEmpty, modifiers.allSatisfy({ allowed.contains($0.name) })
    else { return nil }
    return binding.name
  }
}

extension ModelClass {
  /// Returns a parsed class, from the cache if it is the last one.
  ///
  /// The compiler requests each member separately and sends the whole class each time. It does so
  /// for one class after the other, so that a cache of one is enough.
  static func remembered(
    _ node: SyntaxNode, language: SwiftLanguage
  ) throws(Problem) -> ModelClass {
    if let (lastNode, lastLanguage, model) = last.withLock({ $0 }),
      lastNode == node, lastLanguage == language
    {
      return model
    }
    let model = try ModelClass(node, language: language)
    last.withLock { $0 = (node, language, model) }
    return model
  }

  private static let last = Mutex<(SyntaxNode, SwiftLanguage, ModelClass)?>(nil)
}
