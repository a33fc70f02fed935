import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import Testing

@Suite struct ArchivedPredicates {
  typealias Value = PropertyListValue

  /// An archive's predicates and expressions, in short.
  indirect enum Tree: Sendable {
    case path(String, of: String? = nil)
    case value(Value)
    case none
    case oneself
    case list([Tree])
    case call(String, [Tree])
    case compare(Tree, Int64, Tree, options: Int64 = 0, modifier: Int64 = 0, negate: Bool = false)
    case compound(Int64, [Tree])
    case unknown(String)

    func add(to writer: inout KeyedArchiveWriter) -> Value {
      func expression(
        _ name: String, _ type: Int64, _ fields: [String: Value] = [:]
      ) -> Value {
        writer.add(
          class: name, fields.merging(["NSExpressionType": .integer(type)]) { first, _ in first })
      }
      switch self {
      case .oneself: return expression("NSSelfExpression", 1)
      case .value(let value):
        let value = writer.add(value)
        return expression("NSConstantValueExpression", 0, ["NSConstantValue": value])
      case .none:
        return expression(
          "NSConstantValueExpression", 0, ["NSConstantValue": KeyedArchiveWriter.null])
      case .path(let path, let variable):
        let specifier = writer.add(
          class: "NSKeyPathSpecifierExpression",
          ["NSExpressionType": .integer(10), "NSKeyPath": writer.add(path)])
        var operand = writer.add(class: "NSSelfExpression", ["NSExpressionType": .integer(1)])
        if let variable {
          operand = writer.add(
            class: "NSVariableExpression",
            ["NSExpressionType": .integer(2), "NSVariable": writer.add(variable)])
        }
        return writer.add(
          class: "NSKeyPathExpression",
          [
            "NSExpressionType": .integer(variable == nil ? 3 : 4), "NSOperand": operand,
            "NSSelectorName": writer.add("valueForKeyPath:"),
            "NSArguments": writer.array([specifier], class: "NSMutableArray"),
          ])
      case .list(let trees):
        let elements = trees.map { $0.add(to: &writer) }
        return writer.add(
          class: "NSAggregateExpression",
          ["NSExpressionType": .integer(14), "NSCollection": writer.array(elements)])
      case .call(let selector, let arguments):
        let all = arguments.map { $0.add(to: &writer) }
        let operand = writer.add(
          class: "NSConstantValueExpression",
          [
            "NSExpressionType": .integer(0),
            "NSConstantValueClassName": writer.add("_NSPredicateUtilities"),
          ])
        return writer.add(
          class: "NSFunctionExpression",
          [
            "NSExpressionType": .integer(4), "NSOperand": operand,
            "NSSelectorName": writer.add(selector), "NSArguments": writer.array(all),
          ])
      case .compare(let left, let type, let right, let options, let modifier, let negate):
        let (left, right) = (left.add(to: &writer), right.add(to: &writer))
        let operation = writer.add(
          class: "NSComparisonPredicateOperator",
          [
            "NSOperatorType": .integer(type), "NSOptions": .integer(options),
            "NSModifier": .integer(modifier), "NSNegate": .boolean(negate),
          ])
        return writer.add(
          class: "NSComparisonPredicate",
          [
            "NSLeftExpression": left, "NSRightExpression": right,
            "NSPredicateOperator": operation,
          ])
      case .compound(let type, let trees):
        let parts = trees.map { $0.add(to: &writer) }
        return writer.add(
          class: "NSCompoundPredicate",
          [
            "NSCompoundPredicateType": .integer(type), "NSSubpredicates": writer.array(parts),
          ])
      case .unknown(let name): return writer.add(class: name, [:])
      }
    }
  }

  private static let one = Tree.compare(.path("a"), 4, .value(.integer(1)))
  private static let two = Tree.compare(.path("b.c"), 2, .value(.real(0.5)))

  @Test(
    arguments: [
      (one, "a == 1"), (two, "b.c > 0.5"),
      (.compare(.path("a"), 4, .none), "a == nil"),
      (.compare(.path("a"), 4, .value(.integer(1)), negate: true), "a != 1"),
      (
        .compare(.path("name"), 99, .value(.string("x\"y\\")), options: 3),
        #"name CONTAINS[cd] "x\"y\\""#
      ),
      (
        .compare(.path("name"), 8, .path("q", of: "SOURCE"), options: 1),
        "name BEGINSWITH[c] $SOURCE.q"
      ),
      (.compare(.path("first.name"), 6, .value(.string("A.*"))), #"#first.name MATCHES "A.*""#),
      (
        .compare(.path("tags.name"), 4, .value(.string("x")), modifier: 2), #"ANY tags.name == "x""#
      ),
      (.compare(.path("tags.on"), 5, .value(.boolean(true)), modifier: 1), "ALL tags.on != TRUE"),
      (
        .compare(.path("a"), 10, .list([.value(.integer(1)), .path("b")])), "a IN {1, b}"
      ),
      (
        .compare(.oneself, 100, .list([.value(.integer(1)), .value(.integer(2))])),
        "SELF BETWEEN {1, 2}"
      ),
      (.compare(.call("count:", [.path("tags")]), 2, .value(.integer(3))), "tags.@count > 3"),
      (
        .compare(.path("d"), 2, .value(.date(Date(timeIntervalSinceReferenceDate: 10)))),
        #"d > CAST(10.0, "NSDate")"#
      ),
      (.compare(.path("d"), 0, .call("now", [])), "d < now()"),
      (
        .compare(.call("add:to:", [.path("a"), .path("b")]), 4, .call("lowercase:", [.path("c")])),
        "(a + b) == lowercase:(c)"
      ),
      (.compound(1, [one, two]), "a == 1 AND b.c > 0.5"),
      (.compound(2, [.compound(1, [one, two]), one]), "(a == 1 AND b.c > 0.5) OR a == 1"),
      (.compound(0, [one]), "NOT (a == 1)"),
      (.compound(0, [.compound(2, [one, two])]), "NOT (a == 1 OR b.c > 0.5)"),
      (.compound(1, []), "TRUEPREDICATE"), (.unknown("NSFalsePredicate"), "FALSEPREDICATE"),
    ] as [(Tree, String)])
  func areWrittenAsText(tree: Tree, text: String) throws {
    let (request, warnings) = try request(with: tree)
    #expect(request.predicate == text)
    #expect(warnings.isEmpty)
  }

  @Test(
    arguments: [
      .unknown("App.Predicate"), .compound(7, [one]), .compound(0, [one, two]),
      .compound(1, [one, .unknown("NSPredicate")]),
      .compare(.path("a"), 11, .value(.integer(1))),
      .compare(.path("a"), 4, .value(.integer(1)), options: 512),
      .compare(.path("a"), 4, .value(.integer(1)), modifier: 9),
      .compare(.path("a"), 4, .value(.data(Data()))), .compare(.path(""), 4, .none),
      .compare(.call("perform:with:", [.path("a"), .path("b")]), 4, .none),
      .compare(.path("a"), 4, .unknown("NSBlockExpression")),
    ] as [Tree])
  func areLeftOutIfTheyAreNotUnderstood(tree: Tree) throws {
    let (request, warnings) = try request(with: tree)
    #expect(request.predicate == nil)
    #expect(warnings == ["Some: the predicate of the fetch request isn't understood"])
  }

  private func request(with tree: Tree) throws -> (FetchRequestDescription, [String]) {
    var writer = ModelArchiveWriter()
    let predicate = tree.add(to: &writer.archive)
    let request = writer.archive.add(class: "NSFetchRequest", ["NSPredicate": predicate])
    let root = writer.model([
      "NSFetchRequestTemplates": writer.archive.dictionary(["Some": request])
    ])
    let archived = try ArchivedModel(archive: writer.archive.data(root: root))
    return (
      try #require(archived.model.fetchRequestTemplates.first),
      archived.warnings.map(\.description)
    )
  }

  /// The attribute `a` of a type, with predicates that check it.
  private func attribute(
    _ type: Int64, _ trees: [Tree], _ more: [String: Tree] = [:]
  ) throws -> (AttributeDescription, [String]) {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let predicates = trees.map { $0.add(to: &writer.archive) }
    var fields = ["NSValidationPredicates": writer.archive.array(predicates)]
    for (key, tree) in more { fields[key] = tree.add(to: &writer.archive) }
    writer.set(
      item, name: "Item",
      properties: [
        "a": writer.attribute("a", type, class: "NSDerivedAttributeDescription", fields)
      ])
    let archived = try ArchivedModel(archive: writer.data())
    return (
      try #require(archived.model.entity(named: "Item")?.attributes.first),
      archived.warnings.map(\.description)
    )
  }

  @Test func areLimitsOfAttributes() throws {
    let (number, none) = try attribute(
      300,
      [
        .compare(.oneself, 3, .value(.integer(1))), .compare(.oneself, 1, .value(.integer(9))),
      ])
    #expect(number.minimumValue == .integer(1))
    #expect(number.maximumValue == .integer(9))
    #expect(none.isEmpty)
    let (text, _) = try attribute(
      700,
      [
        .compound(
          1,
          [
            .compare(.path("length"), 3, .value(.integer(2))),
            .compare(.path("length"), 1, .value(.integer(5))),
          ]), .compare(.oneself, 6, .value(.string("[a-z]*"))),
      ])
    #expect(text.minimumValue == .integer(2))
    #expect(text.maximumValue == .integer(5))
    #expect(text.regularExpression == "[a-z]*")
  }

  @Test(
    arguments: [
      .compare(.oneself, 99, .value(.string("x"))), .compare(.path("b"), 3, .value(.integer(1))),
      .compound(2, [.compare(.oneself, 3, .value(.integer(1)))]),
      .compound(1, [.compare(.oneself, 3, .value(.integer(1))), .compare(.oneself, 5, .none)]),
      .compare(.oneself, 3, .value(.string("x"))), .unknown("App.Predicate"),
    ] as [Tree])
  func areNoLimitsIfTheySayMore(tree: Tree) throws {
    let (number, warnings) = try attribute(300, [tree])
    #expect(number.minimumValue == nil)
    #expect(warnings == ["Item.a: a validation is no limit, and is left out"])
  }

  @Test func areDerivations() throws {
    let (count, none) = try attribute(
      300, [], ["NSDerivationExpression": .call("count:", [.path("tags")])])
    #expect(count.derivationExpression == "tags.@count")
    #expect(none.isEmpty)
    let (unknown, warnings) = try attribute(300, [], ["NSDerivationExpression": .unknown("X")])
    #expect(unknown.isDerived)
    #expect(
      warnings == ["Item.a: the expression that the value is worked out from isn't understood"])
  }
}
