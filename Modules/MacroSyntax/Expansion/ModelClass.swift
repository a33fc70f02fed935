/// A class that `@Model` stands on: its persisted properties, and what of its surroundings matters.
struct ModelClass {
  let type: TypeDeclaration
  let node: SyntaxNode
  let language: SwiftLanguage
  /// The model that the class inherits from.
  let superclass: String?
  /// Whether a type around the class is generic, so that the class can't have static storage.
  let isInGenericType: Bool
  let properties: [ModelProperty]
  /// `#Unique` and `#Index` with the conditions that they stand under.
  let constraints: [(expansion: MacroExpansion, condition: String?)]
  /// Whether the class might inherit from another model, so that positions are counted from a base.
  var mayInherit: Bool { !type.inheritedTypes.isEmpty }
  /// The counts of properties in each block of conditional members, as code.
  let counts: [(name: String, clauses: [(condition: String?, count: String)])]

  /// Reads a class.
  ///
  /// - Throws: ``Problem`` at the place of what can't work.
  init(
    _ type: TypeDeclaration, _ node: SyntaxNode, language: SwiftLanguage, isSubclass: Bool,
    isInGenericType: Bool = false
  ) throws {
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
    self.language = language
    superclass = isSubclass ? type.inheritedTypes.first?.text : nil
    self.isInGenericType = isInGenericType
    var collector = Collector(
      node: node, language: language, mayInherit: !type.inheritedTypes.isEmpty)
    properties = try collector.collect(type.members, condition: nil)
    constraints = collector.constraints
    counts = collector.counts
  }

  /// Walks through members, into conditional ones too, and numbers the persisted properties.
  private struct Collector {
    let node: SyntaxNode
    let language: SwiftLanguage
    var constraints: [(expansion: MacroExpansion, condition: String?)] = []
    var counts: [(name: String, clauses: [(condition: String?, count: String)])] = []
    /// What comes before the next property, as code: the superclass and conditional blocks.
    private var base: [String]
    private var number = 0

    init(node: SyntaxNode, language: SwiftLanguage, mayInherit: Bool) {
      self.node = node
      self.language = language
      base = mayInherit ? ["Self._$Index.base"] : []
    }

    private var index: String { (base + ["\(number)"]).joined(separator: " + ") }

    mutating func collect(
      _ members: [Member], condition: String?
    ) throws -> [ModelProperty] {
      var result: [ModelProperty] = []
      for member in members {
        switch member {
        case .variable(let variable):
          if let property = try ModelProperty(
            variable, index: index, condition: condition, language: language, in: node)
          {
            result.append(property)
            number += 1
          }
        case .macroExpansion(let expansion):
          if ["Unique", "Index"].contains(expansion.name.text.split(separator: ".").last ?? "") {
            constraints.append((expansion, condition))
          }
        case .conditional(let conditional):
          result += try collect(conditional, outer: condition)
        default: break
        }
      }
      return result
    }

    private mutating func collect(
      _ conditional: ConditionalMembers, outer: String?
    ) throws -> [ModelProperty] {
      let start = (base: base, number: number)
      var result: [ModelProperty] = []
      var clauses: [(condition: String?, count: String)] = []
      for clause in conditional.clauses where clause.keyword != .endif {
        (base, number) = start
        let condition = outer.map { "(\($0)) && (\(clause.fullCondition))" } ?? clause.fullCondition
        result += try collect(clause.members, condition: condition)
        let inner = base.dropFirst(start.base.count) + ["\(number - start.number)"]
        clauses.append((clause.condition?.text, inner.joined(separator: " + ")))
      }
      (base, number) = start
      guard !result.isEmpty else { return result }
      let name = "count\(counts.count)"
      counts.append((name, clauses))
      base.append("Self._$Index.\(name)")
      return result
    }
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

  var isFinal: Bool { type.hasModifier("final") }

  /// The access that members have to have to serve the protocol.
  var access: String {
    switch type.accessLevel {
    case "public", "open": "public "
    case "package": "package "
    default: ""
    }
  }
}
