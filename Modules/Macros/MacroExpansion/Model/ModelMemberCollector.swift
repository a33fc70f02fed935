import StrataCompilerMessages
import StrataSwiftParser

/// A traversal of a class's members, including conditional ones, that numbers the persisted
/// properties.
struct ModelMemberCollector {
  private(set) var properties: [ModelProperty] = []
  private(set) var problems: [Problem] = []
  private(set) var constraints: [ModelConstraint] = []
  private(set) var computed: [ComputedProperty] = []
  private(set) var counts: [(name: String, clauses: [(condition: String?, count: String)])] = []
  private(set) var places: [Int: Int?] = [:]
  private let node: SyntaxNode
  private let language: SwiftLanguage
  /// The terms of the next property's position, as code: the superclass's count and those of
  /// conditional blocks.
  private var base: [String]
  private var number = 0

  init(node: SyntaxNode, language: SwiftLanguage, mayInherit: Bool) {
    self.node = node
    self.language = language
    base = mayInherit ? ["Self._$Index.base"] : []
  }

  private var index: String {
    guard !base.isEmpty else { return "\(number)" }
    let position = (base + ["\(number)"]).joined(separator: " + ")
    return "StrataModel._PropertyIndex(\(position))"
  }

  mutating func collect(_ members: [Member], condition: String? = nil) {
    for member in members {
      switch member {
      case .variable(let variable): collect(variable, condition)
      case .macroExpansion(let expansion):
        let kind = QualifiedName(expansion.name.text).last
        guard ["Unique", "Index", "Search"].contains(kind) else { break }
        constraints.append(
          ModelConstraint(expansion: expansion, kind: kind, condition: condition))
      case .conditional(let conditional): collect(conditional, outer: condition)
      default: break
      }
    }
  }

  private mutating func collect(_ variable: VariableDeclaration, _ condition: String?) {
    places[variable.keywordOffset] = .some(nil)
    do throws(Problem) {
      let property = try ModelProperty(
        variable, index: index, condition: condition, language: language, in: node)
      guard let property else {
        if let name = variable.computedName {
          computed.append(ComputedProperty(name: name, condition: condition))
        }
        return
      }
      places[variable.keywordOffset] = properties.count
      properties.append(property)
      number += 1
    } catch {
      problems.append(error)
    }
  }

  private mutating func collect(_ conditional: ConditionalMembers, outer: String?) {
    let start = (base: base, number: number, properties: properties.count)
    var clauses: [(condition: String?, count: String)] = []
    for clause in conditional.clauses where clause.keyword != .endif {
      (base, number) = (start.base, start.number)
      let condition = outer.map { "(\($0)) && (\(clause.fullCondition))" } ?? clause.fullCondition
      collect(clause.members, condition: condition)
      let inner = base.dropFirst(start.base.count) + ["\(number - start.number)"]
      clauses.append((clause.condition?.text, inner.joined(separator: " + ")))
    }
    (base, number) = (start.base, start.number)
    guard properties.count > start.properties else { return }
    let name = "count\(counts.count)"
    counts.append((name, clauses))
    base.append("Self._$Index.\(name)")
  }
}
