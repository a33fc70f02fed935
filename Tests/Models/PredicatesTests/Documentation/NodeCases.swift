// What `!` means in predicates is shown here.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import StrataModelSupport
import Strata

@testable import StrataContexts
@testable import StrataGraph

/// A predicate in a row of the document's tables: the nodes it is made of, and what it becomes.
struct PredicateRow {
  let text: String
  let nodes: Set<String>
  let sql: String
  let plan: [String]

  init<T: PersistentModel>(
    _ text: String, _ predicate: Predicate<T>, in context: ModelContext
  ) throws {
    self.text = text
    let explained = try context.explain(FetchDescriptor(predicate: predicate))
    sql = SQLText(explained.sql).conditions
    plan = explained.plan
    // A node's type names the nodes below it.
    let type = String(reflecting: Swift.type(of: predicate.expression))
    nodes = Set(
      type.matches(of: #/PredicateExpressions\.([A-Za-z]+)/#).map { String($0.output.1) })
  }
}

/// Predicates of the tables that the tests of predicates themselves have no case of.
enum NodeCases {
  static func rows() throws -> [PredicateRow] {
    let book = try TrailBook()
    try book.context.save()
    let park = book.lakeland, twice = #Expression<Int, Int> { $0 * 2 }
    let easy = #Predicate<Trail> { $0.difficulty == .easy }
    var rows: [PredicateRow] = []
    func add(_ text: String, _ predicate: Predicate<Trail>) throws {
      rows.append(try PredicateRow(text, predicate, in: book.context))
    }
    try add(#"$0.park == park"#, #Predicate { $0.park == park })
    try add(#"easy.evaluate($0)"#, #Predicate { easy.evaluate($0) })
    try add(#"$0.name.hasPrefix("L")"#, #Predicate { $0.name.hasPrefix("L") })
    try add(#"$0.name.hasSuffix("10")"#, #Predicate { $0.name.hasSuffix("10") })
    try add(#"$0.name.lowercased() == "gorge""#, #Predicate { $0.name.lowercased() == "gorge" })
    try add(
      #"twice.evaluate($0.outings.count) > 3"#, #Predicate { twice.evaluate($0.outings.count) > 3 })
    return try rows + casts()
  }

  private static func casts() throws -> [PredicateRow] {
    let zoo = try Menagerie.inMemory()
    var rows: [PredicateRow] = []
    func add(_ text: String, _ predicate: Predicate<Beast>) throws {
      rows.append(try PredicateRow(text, predicate, in: zoo))
    }
    try add(#"$0 is Hound"#, #Predicate { $0 is Hound })
    try add(
      #"($0 as? Hound)?.breed == "collie""#, #Predicate { ($0 as? Hound)?.breed == "collie" })
    try add(#"($0 as! Tiger).stripes > 3"#, #Predicate { ($0 as! Tiger).stripes > 3 })
    return rows
  }
}
