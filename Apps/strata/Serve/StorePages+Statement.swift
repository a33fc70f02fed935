import StrataApplication
import StrataSQLite
import StrataSchema
import StrataShell

/// The page that runs an SQL statement that only reads.
extension StorePages {
  /// The number of rows that the page shows.
  private static let rowCount = 1000
  /// The number of rows that programs get.
  private static let dataRowCount = 100_000

  func statement(_ request: HTTPRequest) throws -> HTTPResponse {
    let sql = request.query["statement"] ?? ""
    let form: HTML = """
      <h1>SQL</h1>
      <form action="sql" class="object"><label for="statement">One statement that reads</label>
      <textarea id="statement" name="statement" rows="\(max(4, min(20, sql.count { $0 == "\n" } + 2)))" spellcheck="false">
      \(sql)</textarea><button>Run</button></form>
      """
    guard !sql.allSatisfy(\.isWhitespace) else { return layout("SQL", [form, tables]) }
    let format = DataFormat(request.path)
    let limit = format == nil ? Self.rowCount : Self.dataRowCount
    let result: (table: Table, isWhole: Bool)
    do {
      result = try StatementTable(sql, environment.output).table(environment.reader, limit: limit)
    } catch StorageError.refusedStatement(_, let reason) {
      return layout("SQL", status: .badRequest, [form, failure(ShellError(reason)), tables])
    } catch StorageError.interrupted {
      return layout("SQL", status: .unavailable, [form, failure(stopped)])
    } catch {
      return layout("SQL", status: .badRequest, [form, failure(ShellError(error)), tables])
    }
    if let format {
      guard result.isWhole else {
        throw ShellError(
          "the statement has more than \(limit) rows", hint: "add a LIMIT", kind: .usage)
      }
      return try data(result.table, format)
    }
    let head: [HTML] = result.table.columns.enumerated().map { index, column in
      "<th scope=\"col\"\(headingClass(index, result.table.rows))>\(column.name)</th>"
    }
    let rows: [HTML] = result.table.rows.map { row in
      let cells: [HTML] = row.map { tableCell($0, isLink: false) }
      return "<tr>\(cells)</tr>"
    }
    let count = result.table.rows.count
    let range =
      result.isWhole ? (count == 1 ? "1 row" : "\(count) rows") : "the first \(count) rows"
    return layout(
      "SQL",
      [
        form, table(head, rows),
        "<p class=\"pages\"><span>\(range)</span> \(dataLinks("sql", "statement=\(query: sql)"))</p>",
      ])
  }

  /// The tables of the entities, for somebody who begins a statement.
  private var tables: HTML {
    guard environment.origin == nil else { return "" }
    let rows: [HTML] = environment.schema.entities.map { entity in
      let columns = entity.properties.flatMap(\.columnNames).joined(separator: ", ")
      return "<dt>\(entity.name)</dt><dd>strata_key, \(columns)</dd>"
    }
    return "<h2>Tables</h2><dl>\(rows)</dl>"
  }
}
