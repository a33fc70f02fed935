import Foundation
import StrataApplication
import StrataQuery
import StrataQueryText
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The pages on a store: its entities, their objects, one object, and the history.
@MainActor final class StorePages {
  private let path: String
  private let model: String?
  private var environment: StoreEnvironment
  private let warnings: WarningSink
  /// The number of objects on a page.
  private static let pageSize = 50
  /// The number of saves that the history's page shows.
  private static let saveCount = 200
  /// The number of members of a relationship on an object's page.
  private static let memberCount = 500
  /// The number of characters of a value in a table of objects.
  private static let excerptSize = 160

  /// Opens the store.
  ///
  /// - Throws: `StorageError`, ``ShellError``.
  init(_ path: String, model: String?) throws {
    self.path = path
    self.model = model
    warnings = WarningSink()
    environment = try Self.open(path, model, warnings)
  }

  private static func open(
    _ path: String, _ model: String?, _ warnings: WarningSink
  ) throws -> StoreEnvironment {
    try StoreEnvironment(
      path, model: model, output: Output(standardOutput: CapturedOutput(), standardError: warnings))
  }

  /// The name of the store, without its folder.
  var name: String { URL(fileURLWithPath: environment.path).lastPathComponent }

  /// Warnings about parts of the store that can't be shown.
  var storeWarnings: [String] { environment.warnings }

  /// Makes the page of a request.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      do {
        return try page(request)
      } catch StorageError.changedWhileRead {
        // Somebody has written a store that is read without locks.
        environment = try Self.open(path, model, warnings)
        return try page(request)
      }
    } catch {
      let error = ShellError(error)
      let status: HTTPStatus = error.kind == .usage ? .badRequest : .failed
      return layout("Error", status: status, [failure(error)])
    }
  }

  private func page(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = warnings.take()
    switch request.path {
    case "/": return try overview()
    case "/entity": return try objects(request.query)
    case "/object": return try object(request.query["id"] ?? "")
    case "/history": return try history()
    case "/version":
      return HTTPResponse(
        status: .ok, type: "application/json", body: "{\"version\":\"\(try version())\"}")
    default: return layout("Not found", status: .notFound, ["<p>There is no such page.</p>"])
    }
  }

  /// A text that is another one after others have saved.
  private func version() throws -> String {
    guard environment.origin != nil else { return "\(try environment.reader.lastTransaction())" }
    let file = NamedModel.url(path).resolvingSymlinksInPath().path
    // There is a log only while the store is in use.
    return try [file, file + "-wal"].map { name in
      do {
        let attributes = try FileManager.default.attributesOfItem(atPath: name)
        let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        return "\(time) \(attributes[.size] as? NSNumber ?? 0)"
      } catch CocoaError.fileReadNoSuchFile where name != file {
        return ""
      }
    }.joined(separator: " ")
  }

  // MARK: Pages

  private func overview() throws -> HTTPResponse {
    let entities = try StoredSchemaTable(environment).entities()
    let rows: [HTML] = entities.rows.map { row in
      let cells = row.map { text($0) }
      return """
        <tr><td><a href="/entity?name=\(query: cells[0])">\(cells[0])</a></td><td>\(cells[1])</td>
        <td class="number">\(cells[2])</td><td class="number">\(cells[3])</td>
        <td class="number">\(cells[4])</td></tr>
        """
    }
    let facts: [HTML] = try StoreInformationTable(environment).table.rows.map { row in
      "<dt>\(text(row[0]))</dt><dd>\(text(row[1]))</dd>"
    }
    return layout(
      name,
      [
        """
        <h1>\(name)</h1>
        <div class="wide"><table><thead><tr><th>Entity</th><th>Inherits from</th><th class="number">Attributes</th>
        <th class="number">Relationships</th><th class="number">Objects</th></tr></thead><tbody>\(rows)</tbody></table></div>
        <h2>Store</h2><dl>\(facts)</dl>
        """
      ])
  }

  private func objects(_ values: [String: String]) throws -> HTTPResponse {
    let entity = try entity(values["name"] ?? "")
    let search = values["q"] ?? ""
    let page = max(0, Int(values["page"] ?? "") ?? 0)
    let form: HTML = """
      <h1>\(entity.name)</h1>
      <form action="/entity"><input type="hidden" name="name" value="\(entity.name)">
      <input type="search" name="q" value="\(search)" aria-label="Query"
      placeholder="where name CONTAINS[c] &quot;milk&quot; sort by name desc" autocomplete="off">
      <button>Find</button></form>
      """
    let whole: Query
    do {
      whole = try environment.queries.query(search, entity: entity)
    } catch {
      return layout(entity.name, status: .badRequest, [form, failure(ShellError(error))])
    }
    var part = whole
    let (skipped, isTooFar) = page.multipliedReportingOverflow(by: Self.pageSize)
    guard !isTooFar, skipped < 1 << 40 else {
      throw ShellError("there is no page \(page + 1)", kind: .usage)
    }
    let rest = whole.limit.map { max(0, $0 - skipped) }
    part.offset = whole.offset + skipped
    // One more says that there is another page.
    part.limit = min(Self.pageSize + 1, rest ?? .max)
    let (found, fault) = try StoredObjects(entity, environment).table(part)
    let shown = found.rows.prefix(Self.pageSize)
    let links = linkNames(of: entity)
    let head: [HTML] = found.columns.map { "<th>\($0.name)</th>" }
    let rows: [HTML] = shown.map { row in
      let cells: [HTML] = row.enumerated().map { index, cell in
        "<td\(isNumber(cell) ? " class=\"number\"" : "")>\(value(cell, isLink: index == 0 || links.contains(found.columns[index].name), isShort: true))</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    func link(_ page: Int, _ title: String) -> HTML {
      """
      <a href="/entity?name=\(query: entity.name)&amp;q=\(query: search)&amp;page=\(page)">\(title)</a>
      """
    }
    let range =
      shown.isEmpty ? "no objects" : "objects \(skipped + 1) to \(skipped + shown.count)"
    let pages: [HTML] = [
      page > 0 ? link(page - 1, "← Previous") : "", "<span>\(range)</span>",
      found.rows.count > shown.count ? link(page + 1, "Next →") : "",
    ]
    return layout(
      entity.name,
      [
        form, fault.map(failure) ?? "",
        "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>",
        "<p class=\"pages\">\(pages)</p>",
      ])
  }

  private func object(_ identifier: String) throws -> HTTPResponse {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0,
      let entity = environment.schema.entitiesByName[String(parts[0])],
      let (found, fault) = try StoredObjects(entity, environment).table(of: key)
    else {
      return layout(
        "Not found", status: .notFound, ["<p>There is no object \(identifier) in the store.</p>"])
    }
    // The object may be of a subentity, with relationships of its own.
    let title = found.rows.first.map { text($0[1]) } ?? identifier
    let own =
      title.split(separator: "/").first.flatMap {
        environment.schema.entitiesByName[String($0)]
      } ?? entity
    let links = linkNames(of: own)
    let rows: [HTML] = found.rows.dropFirst().map { row in
      let name = text(row[0])
      return """
        <dt>\(name)</dt><dd>\(value(row[1], isLink: links.contains(name), isShort: false))</dd>
        """
    }
    return layout(
      title,
      [
        """
        <p><a href="/entity?name=\(query: own.name)">\(own.name)</a></p><h1>\(title)</h1>
        """,
        fault.map(failure) ?? "", "<dl>\(rows)</dl>",
      ])
  }

  private func history() throws -> HTTPResponse {
    let table = try StoredHistory(environment).table(limit: Self.saveCount)
    let head: [HTML] = table.columns.map { "<th>\($0.name)</th>" }
    let rows: [HTML] = table.rows.reversed().map { row in
      let cells: [HTML] = row.map {
        "<td\(isNumber($0) ? " class=\"number\"" : "")>\(value($0, isLink: false, isShort: true))</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    return layout(
      "History",
      [
        """
        <h1>History</h1><p>The newest \(Self.saveCount) saves that the store remembers.</p>
        <div class="wide"><table><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
        """
      ])
  }

  // MARK: Parts

  private func entity(_ name: String) throws -> Schema.Entity {
    try environment.queries.entity(ArgumentValue(name, column: 1))
  }

  private func linkNames(of entity: Schema.Entity) -> Set<String> {
    let kinds = environment.schema.entities.filter { one in
      var above: Schema.Entity? = one
      while let next = above, next.name != entity.name { above = next.superentity }
      return above != nil
    }
    return Set(kinds.flatMap(\.relationships).map(\.name))
  }

  private func text(_ cell: Cell) -> String { cell.text(in: environment.output.timeZone) }

  private func isNumber(_ cell: Cell) -> Bool {
    switch cell {
    case .integer, .real: true
    default: false
    }
  }

  private func value(_ cell: Cell, isLink: Bool, isShort: Bool) -> HTML {
    switch cell {
    case .null: return "<span class=\"none\">–</span>"
    case .list(let cells) where isLink:
      let parts: [HTML] = cells.prefix(Self.memberCount).map {
        "<li>\(value($0, isLink: true, isShort: isShort))</li>"
      }
      let more: HTML =
        cells.count > parts.count ? "<li>and \(cells.count - parts.count) more</li>" : ""
      return parts.isEmpty ? "<span class=\"none\">–</span>" : "<ul>\(parts)\(more)</ul>"
    case .text(let text) where isLink:
      return "<a href=\"/object?id=\(query: text)\">\(text)</a>"
    default:
      let text = text(cell)
      guard isShort, text.count > Self.excerptSize else { return "\(text)" }
      return "\(String(text.prefix(Self.excerptSize)))…"
    }
  }

  private func failure(_ error: ShellError) -> HTML {
    let place = error.column.map { ", at character \($0)" } ?? ""
    let hint: HTML = error.hint.map { "<p>\($0)</p>" } ?? ""
    return "<div class=\"error\" role=\"alert\"><p>\(error.message)\(place)</p>\(hint)</div>"
  }

  private func layout(
    _ title: String, status: HTTPStatus = .ok, _ parts: [HTML]
  ) -> HTTPResponse {
    var generator = SystemRandomNumberGenerator()
    let nonce =
      String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    let notes: [HTML] = warnings.take().map { "<p class=\"warning\">\($0)</p>" }
    let body: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(title) – \(name)</title><style nonce="\(nonce)">\(Self.style)</style></head><body>
      <nav><a href="/">\(name)</a><a href="/history">History</a>
      <button id="changed" hidden>Changed – show</button></nav>
      <main>\(notes)\(parts)</main><script nonce="\(nonce)">\(Self.script)</script></body></html>
      """
    return HTTPResponse(
      status: status, type: "text/html; charset=utf-8", body: body.markup,
      fields: [
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
      ])
  }

  private static let style: HTML = """
    :root{color-scheme:light dark;--line:light-dark(#ddd,#444);--soft:light-dark(#f5f5f7,#242426);\
    --quiet:light-dark(#666,#aaa);--link:light-dark(#0b57d0,#8ab4f8)}
    *{box-sizing:border-box}
    body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#1a1a1c);\
    color:light-dark(#1a1a1c,#eee)}
    nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:.6rem 1rem;background:var(--soft);\
    border-bottom:1px solid var(--line)}
    nav a:first-child{font-weight:600}
    main{padding:1rem;max-width:110rem;margin:auto}
    h1{font-size:1.4rem;margin:.2rem 0 1rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
    a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
    .wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:.4rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
    td{overflow-wrap:anywhere;min-width:4rem;max-width:28rem}td a{white-space:nowrap}
    tr:last-child td{border-bottom:0}
    th{background:var(--soft);font-weight:600;white-space:nowrap}
    .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.4rem 1.2rem;margin:0}
    dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
    dd ul{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.2rem .8rem}
    form{display:flex;gap:.5rem;margin-bottom:1rem}
    input[type=search]{flex:1;min-width:0;font:inherit;padding:.4rem .6rem;border:1px solid var(--line);\
    border-radius:6px;background:transparent;color:inherit}
    button{font:inherit;padding:.4rem .9rem;border:1px solid var(--line);border-radius:6px;\
    background:var(--soft);color:inherit;cursor:pointer}
    nav button{margin-left:auto}
    .none{color:var(--quiet)}.pages{display:flex;gap:1rem;flex-wrap:wrap;color:var(--quiet)}
    .error,.warning{padding:.6rem .9rem;border-radius:8px;border:1px solid #c33;margin:0 0 1rem;white-space:pre-wrap}
    .warning{border-color:#b80}.error p{margin:0}
    @media(max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}
    """

  // Asks every two seconds for the number of the last save, and offers to load the page anew.
  private static let script: HTML = """
    let seen;const button=document.getElementById("changed");
    button.onclick=()=>location.reload();
    async function look(){try{const answer=await fetch("/version");if(!answer.ok)throw 0;
    const version=(await answer.json()).version;
    if(seen===undefined)seen=version;else if(seen!==version)button.hidden=false;
    }catch{button.textContent="Not reachable – try again";button.hidden=false}
    setTimeout(look,2000)}
    look();
    """
}

/// Collects the warnings of the commands that make a page.
@MainActor private final class WarningSink: OutputSink {
  let isTerminal = false
  private var text = ""

  func write(_ bytes: [UInt8]) throws(ShellError) { text += String(decoding: bytes, as: UTF8.self) }

  /// The lines since the last call.
  func take() -> [String] {
    defer { text = "" }
    return text.split(separator: "\n").map(String.init)
  }
}
