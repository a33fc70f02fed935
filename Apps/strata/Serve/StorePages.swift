import Foundation
import Strata
import StrataApplication
import StrataCoreDataStores
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
  private let warnings: TakenOutput
  /// Nil where the pages only read.
  private let editor: StoreEditor?
  /// The number of objects on a page.
  private static let pageSize = 50
  /// The number of saves that the history's page shows.
  private static let saveCount = 200
  /// The number of members of a relationship on an object's page.
  private static let memberCount = 500
  /// The number of members of a relationship that a deletion names, above its button.
  private static let effectCount = 20
  /// The number of characters of a value in a table of objects.
  private static let excerptSize = 160
  /// The number of characters up to which a text in a table is one line: those of a UUID, and of a date.
  private static let lineSize = 36

  /// Opens the store.
  ///
  /// - Parameter policy: What changes of a store of Core Data leave behind, or nil for pages that only read.
  /// - Throws: `StorageError`, ``ShellError``. As ``EditedStore`` for a store that can't be changed.
  init(_ path: String, model: String?, editing policy: CoreDataWritePolicy? = nil) throws {
    self.path = path
    self.model = model
    let warnings = TakenOutput()
    self.warnings = warnings
    environment = try Self.open(path, model, warnings)
    let (output, isOfStrata) = (environment.output, environment.origin == nil)
    editor = policy.map {
      StoreEditor(path: path, model: model, policy: $0, isOfStrata: isOfStrata, output: output)
    }
    try editor?.check()
  }

  /// The pages that take a form.
  var formPaths: Set<String> { editor == nil ? [] : ["/edit", "/insert", "/delete"] }

  private static func open(
    _ path: String, _ model: String?, _ warnings: TakenOutput
  ) throws -> StoreEnvironment {
    try StoreEnvironment(
      path, model: model, output: Output(standardOutput: CapturedOutput(), standardError: warnings))
  }

  /// The name of the store, without its folder. On a server that of its schema, or of the database.
  var name: String {
    guard let address = URLComponents(string: environment.path), address.scheme == "postgresql"
    else { return URL(fileURLWithPath: environment.path).lastPathComponent }
    return address.queryItems?.first { $0.name == "schema" }?.value
      ?? String(address.path.drop { $0 == "/" })
  }

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
    } catch let refusal as HTTPRequest.Refusal {
      return layout("Error", status: refusal.status, [failure(ShellError(refusal.reason))])
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
    case "/entity", "/entity.json", "/entity.csv": return try objects(request)
    case "/object", "/object.json", "/object.csv": return try object(request)
    case "/history", "/history.json", "/history.csv": return try history(request)
    case "/edit", "/insert", "/delete":
      guard let editor else { return notFound() }
      return try change(request, editor)
    case "/version":
      return HTTPResponse(
        status: .ok, type: "application/json", body: "{\"version\":\"\(try version())\"}")
    default: return notFound()
    }
  }

  private func notFound(
    _ text: HTML = "<p>There is no such page.</p>"
  ) -> HTTPResponse { layout("Not found", status: .notFound, [text]) }

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

  private func objects(_ request: HTTPRequest) throws -> HTTPResponse {
    let values = request.query
    let entity = try entity(values["name"] ?? "")
    let search = values["q"] ?? ""
    let showsDeleted = values["deleted"] == "1"
    let deletedPart: HTML = showsDeleted ? "&amp;deleted=1" : ""
    let page = values["page"].map { Int($0) } ?? 0
    let form: HTML = """
      <h1>\(entity.name)</h1>\(editor == nil ? "" : "<p><a href=\"/insert?entity=\(query: entity.name)\">New \(entity.name)</a></p>")
      <form action="/entity"><input type="hidden" name="name" value="\(entity.name)">
      <input type="search" name="q" value="\(search)" aria-label="Words, or a query"
      placeholder="words, or where … sort by …" autocomplete="off">
      \(hasDeletionDates(entity) ? deletedChoice(showsDeleted) : "")<button>Find</button></form>
      """
    let sort = ColumnSort(values)
    var whole: Query
    do {
      whole = try query(search, of: entity)
      if let sort { whole.sort = try environment.queries.query(sort.clause, entity: entity).sort }
      if !showsDeleted { whole = whole.leavingOutDeleted(in: environment.schema) }
    } catch {
      return layout(entity.name, status: .badRequest, [form, failure(ShellError(error))])
    }
    var part = whole
    // So many objects that no sum with them overflows, and more than a store has.
    let most = 1 << 40
    guard let page, (0...most / Self.pageSize).contains(page) else {
      throw ShellError("there is no page “\(values["page"] ?? "")”", kind: .usage)
    }
    let skipped = page * Self.pageSize
    let rest = whole.limit.map { max(0, $0 - skipped) }
    part.offset = min(whole.offset, most) + skipped
    // One more says that there is another page.
    part.limit = min(Self.pageSize + 1, rest ?? .max)
    let (found, fault) = try StoredObjects(entity, environment).table(part)
    let shown = found.rows.prefix(Self.pageSize)
    if let format = DataFormat(request.path) {
      return try data(Table(found.columns, rows: Array(shown)), format, fault)
    }
    let links = linkNames(of: entity)
    let address: HTML = "name=\(query: entity.name)&amp;q=\(query: search)\(deletedPart)"
    let order = columnOrder(found.columns.map(\.name), of: entity)
    let linked = found.columns.indices.filter { $0 > 0 && links.contains(found.columns[$0].name) }
    let names = try DisplayNames(
      of: shown.flatMap { row in linked.map { text(row[$0]) } }, in: environment)
    let head: [HTML] = order.map {
      heading(found.columns[$0].name, of: entity, sortedBy: sort, address: address)
    }
    let rows: [HTML] = shown.map { row in
      let cells: [HTML] = order.map { index in
        let isLink = linked.contains(index)
        return tableCell(
          row[index], isLink: index == 0 || isLink, isLink ? names : DisplayNames())
      }
      return "<tr>\(cells)</tr>"
    }
    let here: HTML = "\(address)\(sort?.address ?? "")"
    func link(_ page: Int, _ title: String) -> HTML {
      "<a href=\"/entity?\(here)&amp;page=\(page)\">\(title)</a>"
    }
    let range =
      shown.isEmpty ? "no objects" : "objects \(skipped + 1) to \(skipped + shown.count)"
    let pages: [HTML] = [
      page > 0 ? link(page - 1, "← Previous") : "", "<span>\(range)</span>",
      found.rows.count > shown.count ? link(page + 1, "Next →") : "",
      dataLinks("entity", "\(here)&amp;page=\(page)"),
    ]
    return layout(
      entity.name,
      [
        form, fault.map(failure) ?? "",
        "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>",
        "<p class=\"pages\">\(pages)</p>",
      ])
  }

  /// The order of a table's columns: those that programs need rather than people are last.
  private func columnOrder(_ names: [String], of entity: Schema.Entity) -> [Int] {
    let machine = Set(
      entity.properties.flatMap { property -> [String] in
        guard case .attribute(let attribute) = property else { return [] }
        let isStamp = attribute.options.contains(where: Schema.Attribute.Option.timestamps.contains)
        return attribute.columns.filter { isStamp || $0.meaning == .uuid }
          .map { $0.queryName(of: attribute.name) }
      })
    return names.indices.filter { !machine.contains(names[$0]) }
      + names.indices.filter { machine.contains(names[$0]) }
  }

  /// The query of the search field: one of the query language, or words that any text of an object has.
  private func query(_ text: String, of entity: Schema.Entity) throws -> Query {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.lowercased(),
      !["where", "sort", "limit", "offset"].contains(first)
    else { return try environment.queries.query(text, entity: entity) }
    guard let predicate = TextSearch(words.joined(separator: " ")).predicate(in: entity) else {
      throw ShellError(
        "\(entity.name) has no texts to search",
        hint: "write a query, such as where PROPERTY > 5", kind: .usage)
    }
    return try environment.queries.query("where \(predicate)", entity: entity)
  }

  /// The order by a column whose heading was clicked.
  private struct ColumnSort {
    let name: String
    let isDescending: Bool

    init?(_ values: [String: String]) {
      guard let name = values["sort"] else { return nil }
      self.name = name
      isDescending = values["down"] == "1"
    }

    var clause: String { "sort by \(name)\(isDescending ? " desc" : "")" }
    var address: HTML {
      let order: HTML = isDescending ? "&amp;down=1" : ""
      return "&amp;sort=\(query: name)\(order)"
    }
  }

  /// A column's heading, which sorts by it if the query language can.
  private func heading(
    _ name: String, of entity: Schema.Entity, sortedBy sort: ColumnSort?, address: HTML
  ) -> HTML {
    // Not by columns of subentities, or whose values have no order.
    guard (try? environment.queries.query("sort by \(name)", entity: entity)) != nil else {
      return "<th>\(name)</th>"
    }
    let isSorted = sort?.name == name
    let isDown = isSorted && sort?.isDescending == true
    let order: HTML = isSorted ? " aria-sort=\"\(isDown ? "descending" : "ascending")\"" : ""
    let next: HTML = isSorted && !isDown ? "&amp;down=1" : ""
    let mark = isSorted ? (isDown ? " ▼" : " ▲") : ""
    return """
      <th\(order)><a href="/entity?\(address)&amp;sort=\(query: name)\(next)">\(name)\(mark)</a></th>
      """
  }

  /// A form of a page for programs.
  private enum DataFormat: String {
    case json, csv

    init?(_ path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: String(path[path.index(after: dot)...]))
    }
  }

  private func dataLinks(_ page: String, _ address: HTML) -> HTML {
    """
    <a href="/\(page).json?\(address)">JSON</a> <a href="/\(page).csv?\(address)">CSV</a>
    """
  }

  /// A page's table for programs: an array of objects, or CSV with a header.
  private func data(
    _ table: Table, _ format: DataFormat, _ fault: ShellError?
  ) throws -> HTTPResponse {
    if let fault { throw fault }
    let sink = TakenOutput()
    let output = Output(
      standardOutput: sink, standardError: sink, timeZone: environment.output.timeZone)
    output.tableStyle.format = format == .json ? .json : .csv
    try output.print(table)
    try output.flush()
    let text = sink.take()
    switch format {
    case .json:
      let objects = text.split(separator: "\n").joined(separator: ",\n")
      return HTTPResponse(
        status: .ok, type: "application/json; charset=utf-8", body: "[\(objects)]\n")
    case .csv: return HTTPResponse(status: .ok, type: "text/csv; charset=utf-8", body: text)
    }
  }

  /// An object with the rows of its page.
  private struct Shown {
    /// The object's name, such as `Item/3`.
    let title: String
    /// The object's own entity, which may be a subentity of that in the address.
    let entity: Schema.Entity
    let key: Int64
    let rows: [[Cell]]
    /// The numbers of members of the relationships that have more than are in the rows.
    let counts: [String: Int]
    let fault: ShellError?
  }

  private func shown(_ identifier: String) throws -> Shown? {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0,
      let entity = environment.schema.entitiesByName[String(parts[0])],
      let found = try StoredObjects(entity, environment).excerpt(
        of: key, memberCount: Self.memberCount)
    else { return nil }
    let title = found.table.rows.first.map { text($0[1]) } ?? identifier
    let own =
      title.split(separator: "/").first.flatMap {
        environment.schema.entitiesByName[String($0)]
      } ?? entity
    return Shown(
      title: title, entity: own, key: key, rows: Array(found.table.rows.dropFirst()),
      counts: found.counts, fault: found.fault)
  }

  private func missing(_ identifier: String) -> HTTPResponse {
    notFound("<p>There is no object \(identifier) in the store.</p>")
  }

  private func object(_ request: HTTPRequest) throws -> HTTPResponse {
    let identifier = request.query["id"] ?? ""
    guard let shown = try shown(identifier) else { return missing(identifier) }
    if let format = DataFormat(request.path) {
      return try data(Table(["property", "value"], rows: shown.rows), format, shown.fault)
    }
    let links = linkNames(of: shown.entity)
    let linked = shown.rows.filter { links.contains(text($0[0])) }.flatMap { row -> [String] in
      if case .list(let members) = row[1] { members.map { text($0) } } else { [text(row[1])] }
    }
    let names = try DisplayNames(of: linked + [shown.title], in: environment)
    let rows: [HTML] = shown.rows.map { row in
      let name = text(row[0])
      return """
        <dt>\(name)</dt><dd>\(value(
          row[1], isLink: links.contains(name), isShort: false, of: shown.counts[name], names))</dd>
        """
    }
    let heading = (names[shown.title].map { "\($0) · " } ?? "") + shown.title
    let changes: HTML =
      editor == nil
      ? ""
      : """
      <p class="pages"><a href="/edit?id=\(query: shown.title)">Edit</a>
      <a href="/delete?id=\(query: shown.title)">Delete…</a></p>
      """
    return layout(
      shown.title,
      [
        """
        <p><a href="/entity?name=\(query: shown.entity.name)">\(shown.entity.name)</a></p><h1>\(heading)</h1>
        """,
        shown.fault.map(failure) ?? "", "<dl>\(rows)</dl>", changes,
        "<p class=\"pages\">\(dataLinks("object", "id=\(query: shown.title)"))</p>",
      ])
  }

  private func history(_ request: HTTPRequest) throws -> HTTPResponse {
    let table = try StoredHistory(environment).table(limit: Self.saveCount)
    if let format = DataFormat(request.path) { return try data(table, format, nil) }
    let head: [HTML] = table.columns.map { "<th>\($0.name)</th>" }
    let rows: [HTML] = table.rows.reversed().map { row in
      let cells: [HTML] = row.map { tableCell($0, isLink: false) }
      return "<tr>\(cells)</tr>"
    }
    return layout(
      "History",
      [
        """
        <h1>History</h1><p>The newest \(Self.saveCount) saves that the store remembers.</p>
        <div class="wide"><table><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
        <p class="pages">\(dataLinks("history", ""))</p>
        """
      ])
  }

  // MARK: Changes

  private func change(_ request: HTTPRequest, _ editor: StoreEditor) throws -> HTTPResponse {
    let sent = request.method == "POST" ? try request.formValues() : nil
    if request.path == "/insert" {
      return try insert(entity(request.query["entity"] ?? ""), sent, editor)
    }
    let identifier = request.query["id"] ?? ""
    guard let shown = try shown(identifier) else { return gone(identifier, sent) }
    return request.path == "/edit"
      ? try edit(shown, sent, editor) : try delete(shown, sent, editor)
  }

  /// The answer for an object that isn't there, with all that was typed.
  private func gone(_ identifier: String, _ sent: [String: String]?) -> HTTPResponse {
    guard let sent else { return missing(identifier) }
    let typed: [HTML] = sent.filter { $0.key.hasPrefix("value:") }.sorted { $0.key < $1.key }.map {
      "<dt>\(String($0.key.dropFirst("value:".count)))</dt><dd>\($0.value)</dd>"
    }
    return layout(
      "Deleted", status: .conflict,
      [
        failure(ShellError("\(identifier) isn't in the store any more; nothing was saved")),
        typed.isEmpty ? "" : "<p>The form had:</p><dl>\(typed)</dl>",
      ])
  }

  private func edit(
    _ shown: Shown, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    var form = ObjectForm(shown.entity)
    func page(_ form: ObjectForm, _ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        shown.title, status: status,
        [
          "<h1>\(shown.title)</h1>", error.map(failure) ?? "",
          """
          <form class="object" method="post" action="/edit?id=\(query: shown.title)"><dl>\(form.markup)</dl>
          <button>Save</button> <a href="/object?id=\(query: shown.title)">Back</a></form>
          """,
        ])
    }
    // A value that can't be read would look like none.
    if let fault = shown.fault {
      return layout(shown.title, status: .failed, ["<h1>\(shown.title)</h1>", failure(fault)])
    }
    for row in shown.rows {
      let value: ObjectForm.Value =
        if case .null = row[1] { nil } else { ObjectForm.normal(text(row[1])) }
      form.shown[text(row[0])] = value
    }
    guard let sent else { return page(form, .ok, nil) }
    try form.read(sent, needsShown: true)
    let outcome: StoreEditor.Outcome
    do {
      outcome = try editor.change(shown.entity, shown.key, form)
    } catch {
      return page(form, .failed, ShellError(error))
    }
    switch outcome {
    case .saved(let name): return saved(name)
    case .refused(let form, let error): return page(form, .badRequest, error)
    case .conflict(let form):
      return page(
        form, .conflict,
        ShellError("nothing was saved: others have changed the object since the form was shown"))
    case .missing: return gone(shown.title, sent)
    }
  }

  private func insert(
    _ entity: Schema.Entity, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    var form = ObjectForm(entity, isNew: true)
    func page(_ form: ObjectForm, _ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        "New \(entity.name)", status: status,
        [
          "<h1>New \(entity.name)</h1>", error.map(failure) ?? "",
          """
          <form class="object" method="post" action="/insert?entity=\(query: entity.name)"><dl>\(form.markup)</dl>
          <button>Insert</button> <a href="/entity?name=\(query: entity.name)">Back</a></form>
          """,
        ])
    }
    guard let sent else {
      for field in form.fields { form.shown[field.name] = initialValue(of: field) }
      return page(form, .ok, nil)
    }
    try form.read(sent, needsShown: false)
    let outcome: StoreEditor.Outcome
    do {
      outcome = try editor.insert(entity, form)
    } catch {
      return page(form, .failed, ShellError(error))
    }
    switch outcome {
    case .saved(let name): return saved(name)
    case .refused(let form, let error): return page(form, .badRequest, error)
    case .conflict(let form): return page(form, .conflict, nil)
    case .missing: return missing(entity.name)
    }
  }

  /// A model's initial value of a field. A store of Strata records none.
  private func initialValue(of field: ObjectForm.Field) -> ObjectForm.Value {
    guard case .attribute(let attribute) = field.property, let column = field.column,
      let index = attribute.columns.firstIndex(of: column),
      let values = attribute.defaultColumns, values.indices.contains(index), !values[index].isNull
    else { return nil }
    return ObjectForm.normal(text(Cell(values[index], column)))
  }

  private func delete(
    _ shown: Shown, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    if let date = deletionDate(of: shown) {
      return layout(
        shown.title, status: sent == nil ? .ok : .conflict,
        [
          "<h1>\(shown.title)</h1>",
          "<p>It is deleted already: it has the date \(date) of its deletion.</p>",
        ])
    }
    let version = version(of: shown)
    func page(_ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        "Delete \(shown.title)", status: status,
        [
          "<h1>Delete \(shown.title)?</h1>", error.map(failure) ?? "", effects(of: shown),
          """
          <form class="object" method="post" action="/delete?id=\(query: shown.title)">
          <input type="hidden" name="version" value="\(version)">
          <button>Delete</button> <a href="/object?id=\(query: shown.title)">Back</a></form>
          """,
        ])
    }
    guard let sent else { return page(.ok, nil) }
    guard sent["version"] == version else {
      return page(
        .conflict,
        ShellError("nothing was deleted: others have changed the object since the page was shown"))
    }
    do {
      guard try editor.delete(shown.entity, shown.key) else { return gone(shown.title, sent) }
    } catch {
      return page(error is StackError ? .badRequest : .failed, ShellError(error))
    }
    return .redirect(to: ("/entity?name=\(query: shown.entity.name)" as HTML).markup)
  }

  /// A text that is another one when a value or a member of the object is.
  private func version(of shown: Shown) -> String {
    let digest = Digest()
    for row in shown.rows {
      for cell in row {
        if case .null = cell { digest.combine("null") } else { digest.combine("=" + text(cell)) }
      }
    }
    return String(digest.value, radix: 16)
  }

  /// True if objects of an entity or of its subentities can have the date of a deletion.
  private func hasDeletionDates(_ entity: Schema.Entity) -> Bool {
    environment.schema.entities.contains {
      $0.isKind(of: entity) && $0.timestamp(.deletedAt) != nil
    }
  }

  private func deletionDate(of shown: Shown) -> String? {
    guard let name = shown.entity.timestamp(.deletedAt)?.name,
      let row = shown.rows.first(where: { text($0[0]) == name })
    else { return nil }
    if case .null = row[1] { return nil }
    return text(row[1])
  }

  private func deletedChoice(_ isChosen: Bool) -> HTML {
    """
    <label><input type="checkbox" name="deleted" value="1"\(isChosen ? " checked" : "")> with deleted ones</label>
    """
  }

  /// The effects of the delete rules on the objects that an object is related to. With the date of a deletion, its row
  /// and links stay, and so does an object that a cascade reaches.
  private func effects(of shown: Shown) -> HTML {
    let isByDate = shown.entity.timestamp(.deletedAt) != nil
    let members = Dictionary(
      shown.rows.map { (text($0[0]), $0[1]) }, uniquingKeysWith: { first, _ in first })
    let effects: [HTML] = shown.entity.relationships.compactMap { one in
      guard let cell = members[one.name] else { return nil }
      let count: Int
      switch cell {
      case .null: return nil
      case .list(let cells): count = shown.counts[one.name] ?? cells.count
      default: count = 1
      }
      guard count > 0 else { return nil }
      let objects = count == 1 ? "1 object" : "\(count) objects"
      if isByDate {
        guard one.deleteRule == .cascade,
          let destination = environment.schema.entitiesByName[one.destination],
          hasDeletionDates(destination)
        else { return nil }
        return """
          <dt>\(one.name) (\(one.deleteRule.rawValue))</dt><dd>\(objects) will get the date of the deletion, too: \(value(cell, isLink: true, isShort: true, upTo: Self.effectCount, of: count))</dd>
          """
      }
      let effect =
        switch one.deleteRule {
        case .cascade: "\(objects) will be deleted, too, and what their own rules delete"
        case .deny: "it can't be deleted while it leads to \(objects)"
        case .nullify: "\(objects) will lose the link to it"
        case .noAction: "the rule changes nothing in \(objects)"
        }
      return """
        <dt>\(one.name) (\(one.deleteRule.rawValue))</dt><dd>\(effect): \(value(cell, isLink: true, isShort: true, upTo: Self.effectCount, of: count))</dd>
        """
    }
    let list: HTML = effects.isEmpty ? "" : "<dl>\(effects)</dl>"
    if isByDate {
      return """
        <p>It gets the date of the deletion, and stays in the store with its links.</p>\(list)
        """
    }
    return effects.isEmpty ? "<p>No other object is linked to it.</p>" : list
  }

  private func saved(_ name: String) -> HTTPResponse {
    .redirect(to: ("/object?id=\(query: name)" as HTML).markup)
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

  /// A cell of a table. A browser breaks the lines of long texts alone.
  private func tableCell(
    _ cell: Cell, isLink: Bool, _ names: DisplayNames = DisplayNames()
  ) -> HTML {
    let kind: HTML
    switch cell {
    case .integer, .real: kind = " class=\"number\""
    case .list: kind = ""
    default: kind = text(cell).count <= Self.lineSize ? " class=\"line\"" : ""
    }
    return "<td\(kind)>\(value(cell, isLink: isLink, isShort: true, names))</td>"
  }

  private func value(
    _ cell: Cell, isLink: Bool, isShort: Bool, upTo count: Int = memberCount, of total: Int? = nil,
    _ names: DisplayNames = DisplayNames()
  ) -> HTML {
    switch cell {
    case .null: return "<span class=\"none\">–</span>"
    case .list(let cells) where isLink:
      let parts: [HTML] = cells.prefix(count).map {
        "<li>\(value($0, isLink: true, isShort: isShort, names))</li>"
      }
      let rest = (total ?? cells.count) - parts.count
      let more: HTML = rest > 0 ? "<li>and \(rest) more</li>" : ""
      return parts.isEmpty ? "<span class=\"none\">–</span>" : "<ul>\(parts)\(more)</ul>"
    case .text(let text) where isLink:
      guard let name = names[text] else {
        return "<a href=\"/object?id=\(query: text)\">\(text)</a>"
      }
      return "<a href=\"/object?id=\(query: text)\" title=\"\(text)\">\(name)</a>"
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
    let notes: [HTML] = warnings.take().split(separator: "\n").map {
      "<p class=\"warning\">\(String($0))</p>"
    }
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
    td{overflow-wrap:break-word;min-width:4rem;max-width:28rem}td:not(.line,.number){min-width:12rem}
    .line,td a{white-space:nowrap}
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
    form.object{display:block}.object button{margin-top:1rem}.object dl{grid-template-columns:minmax(8rem,max-content) 1fr}
    textarea,select,input:not([type]){width:100%;max-width:44rem;font:inherit;padding:.35rem .5rem;border:1px solid var(--line);\
    border-radius:6px;background:transparent;color:inherit}select{background:light-dark(#fff,#1a1a1c)}
    .nil{display:inline-block;color:var(--quiet);font-size:.9em}.fault{margin:0;color:light-dark(#b00020,#ff8a80)}
    [aria-invalid]{border-color:#c33}
    .none{color:var(--quiet)}.pages{display:flex;gap:1rem;flex-wrap:wrap;color:var(--quiet)}
    .error,.warning{padding:.6rem .9rem;border-radius:8px;border:1px solid #c33;margin:0 0 1rem;white-space:pre-wrap}
    .warning{border-color:#b80}.error p{margin:0}
    @media(max-width:40rem){dl,.object dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}
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
