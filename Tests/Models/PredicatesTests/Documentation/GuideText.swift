import StrataModelSupport
import StrataStoreSupport
import Strata

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// Writes the generated parts of the document.
enum GuideText {
  struct MissingCase: Error { let text: String }

  static func all() throws -> [String: String] {
    var parts: [String: String] = [:]
    let guide = try Guide.all()
    let book = try TrailBook()
    try book.context.save()
    parts["sqlite"] =
      "The plans are those of SQLite \(try GuideDocument.sqliteVersion(of: book.context)).\n"
    for example in guide.examples { parts[example.name] = try part(example, book) }
    for refusal in guide.refusals { parts[refusal.name] = part(refusal, book) }
    for statement in guide.statements { parts[statement.name] = try part(statement) }
    parts["nodes"] = try nodes()
    parts["key paths"] = try operators()
    parts["sort keys"] = try sortKeys()
    return parts
  }

  private static func fenced(_ language: String, _ text: String) -> String {
    "```\(language)\n\(text)\n```\n"
  }

  private static func part(_ example: GuideExample, _ book: TrailBook) throws -> String {
    let explained = try book.context.explain(try example.descriptor(book))
    var text = fenced("swift", example.text) + fenced("sql", SQLText(explained.sql).lines)
    if example.showsPlan {
      text += fenced("plan", explained.plan.map(plain).joined(separator: "\n"))
    }
    return text
  }

  private static func part(_ refusal: GuideRefusal, _ book: TrailBook) -> String {
    var message = "no error"
    do { _ = try book.context.fetch(refusal.descriptor) } catch { message = "\(error)" }
    return fenced("swift", refusal.text) + fenced("text", message)
  }

  private static func part(_ statement: GuideStatement) throws -> String {
    let book = try TrailBook()
    try book.context.save()
    let context = ModelContext(book.context.container)
    let statements = try newStatements(of: context) { try statement.body(context) }
    let sql = statements.filter { $0.contains("\"Trail\"") }.map { SQLText($0).lines }
    return fenced("swift", statement.text) + fenced("sql", sql.joined(separator: ";\n\n"))
  }

  /// The texts of the statements that the store's connection prepares for something, those that
  /// read first.
  private static func newStatements(
    of context: ModelContext, _ body: () throws -> Void
  ) throws -> [String] {
    // A connection shows nobody its statements; a store in memory has one connection.
    func statements() throws -> Set<String> {
      try context.container.store.withWriter { connection in
        let held =
          Mirror(reflecting: connection).descendant("statements", "statements")
          as? [String: Statement]
        return Set((held ?? [:]).keys)
      }
    }
    let before = try statements()
    try body()
    let new = try statements().subtracting(before)
    return ["SELECT t0", "SELECT", ""].flatMap { start in
      new.filter { $0.hasPrefix(start) }.sorted()
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // Plans number sub-queries one after the other, which says nothing.
  private static func plain(_ step: String) -> String {
    step.replacing(#/SUBQUERY \d+/#, with: "SUBQUERY")
  }

  private static func cell(_ text: String) -> String {
    text.isEmpty ? "" : "`\(text.replacing("|", with: "\\|"))`"
  }

  private static func row(_ name: String, _ text: String, _ sql: String, _ plan: [String]) -> String
  {
    let plan = plan.map { plain($0).trimmingPrefix { $0 == " " } }.joined(separator: "; ")
    return "| \(name) | \(cell(text)) | \(cell(sql)) | \(cell(plan)) |\n"
  }

  private static func nodes() throws -> String {
    let rows = Dictionary(try NodeTable.rows().map { ($0.text, $0) }) { first, _ in first }
    var table = "| node | Swift | SQL | plan |\n|---|---|---|---|\n"
    for (node, texts) in NodeTable.texts {
      for (index, text) in texts.enumerated() {
        guard let row = rows[text] else { throw MissingCase(text: text) }
        table += Self.row(index == 0 ? "`\(node)`" : "", text, row.sql, row.plan)
      }
    }
    return table
  }

  private static func operators() throws -> String {
    let rows = Dictionary(try OperatorTable.rows().map { ($0.text, $0) }) { first, _ in first }
    var table = "| operator | Swift | SQL | plan |\n|---|---|---|---|\n"
    for (name, texts) in OperatorTable.texts {
      for (index, text) in texts.enumerated() {
        guard let row = rows[text] else { throw MissingCase(text: text) }
        table += Self.row(
          index == 0 ? name.replacing("|", with: "\\|") : "", text, row.sql, row.plan)
      }
    }
    return table
  }

  private static func sortKeys() throws -> String {
    try OperatorTable.sortRows().reduce("| Swift | SQL | plan |\n|---|---|---|\n") { table, key in
      table + row("", key.text, key.sql, key.plan).dropFirst(3)
    }
  }
}
