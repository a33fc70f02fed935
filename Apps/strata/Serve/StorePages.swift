import Foundation
import Strata
import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The pages on a store: its entities, their objects, one object, its changes, the history, and SQL that reads.
///
/// Links are relative. An address that begins with `/at/` and a save's number or a date has the same pages of the past
/// state.
@MainActor final class StorePages {
  /// The options of the command line.
  struct Options {
    /// A model file for a store without a model within.
    var model: String?
    /// How to write to a store of Core Data, or nil for pages that only read.
    var policy: CoreDataWritePolicy?
    /// The attributes by which objects are shown, by entity. The first text for others.
    var nameAttributes: [String: String] = [:]
    /// The longest time that a page may take to read.
    var patience = Duration.seconds(10)
  }

  private let path: String
  let options: Options
  private var present: StoreEnvironment
  private let warnings: TakenOutput
  /// The last past state that was shown, by its part of the address.
  private var lastPast: (part: String, place: Place)?
  /// The state that the page is about, while it is made.
  private(set) var place: Place
  /// Nil where the pages only read.
  let editor: StoreEditor?

  /// A state of the store.
  struct Place {
    let environment: StoreEnvironment
    /// The number of the last save of a past state. Nil for the present one.
    let save: Int64?
  }

  /// Opens the store.
  ///
  /// - Throws: `StorageError`, ``ShellError``. As ``EditedStore`` for a store that can't be changed.
  init(_ path: String, _ options: Options) throws {
    self.path = path
    self.options = options
    let warnings = TakenOutput()
    self.warnings = warnings
    let environment = try Self.open(path, options.model, warnings)
    present = environment
    place = Place(environment: environment, save: nil)
    editor = options.policy.map {
      StoreEditor(
        path: path, model: options.model, policy: $0, isOfStrata: environment.origin == nil,
        output: environment.output)
    }
    try editor?.check()
    for (name, attribute) in options.nameAttributes {
      let entity = try environment.queries.entity(ArgumentValue(name, column: 1))
      guard entity.attributes.contains(where: { $0.name == attribute }) else {
        throw ShellError("\(name) has no attribute “\(attribute)”", kind: .usage)
      }
    }
  }

  /// The pages that take a form.
  var formPaths: Set<String> { editor == nil ? [] : ["/edit", "/insert", "/delete", "/undo"] }

  var environment: StoreEnvironment { place.environment }

  /// True if the store remembers what an entity's objects were. Without an entity, those of any.
  func keepsFormerValues(of entity: Schema.Entity? = nil) throws -> Bool {
    guard present.origin == nil else { return false }
    let roots = try present.reader.rootsWithFormerValues()
    guard let entity else { return !roots.isEmpty }
    return roots.contains(entity.root.name)
  }

  /// True if the page may have forms that change the store.
  var isEditable: Bool { editor != nil && place.save == nil }

  private static func open(
    _ path: String, _ model: String?, _ warnings: TakenOutput
  ) throws -> StoreEnvironment {
    try StoreEnvironment(
      path, model: model, output: Output(standardOutput: CapturedOutput(), standardError: warnings))
  }

  /// The name of the store, without its folder. On a server that of its schema, or of the database.
  var name: String {
    guard let address = URLComponents(string: present.path), address.scheme == "postgresql"
    else { return URL(fileURLWithPath: present.path).lastPathComponent }
    return address.queryItems?.first { $0.name == "schema" }?.value
      ?? String(address.path.drop { $0 == "/" })
  }

  /// Warnings about parts of the store that can't be shown.
  var storeWarnings: [String] { present.warnings }

  // MARK: Requests

  /// Makes the page of a request. A page that reads for too long is stopped.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A change is done, or it isn't.
    guard request.method == "GET" else { return made(request) }
    let page = Task { @MainActor in await withCancellableStatements { self.made(request) } }
    let patience = options.patience
    let limit = Task.detached {
      // Cancelled when the page is there.
      try await Task.sleep(for: patience)
      page.cancel()
    }
    defer { limit.cancel() }
    return await page.value
  }

  private func made(_ request: HTTPRequest) -> HTTPResponse {
    defer { place = Place(environment: present, save: nil) }
    do {
      do {
        return try page(request)
      } catch StorageError.changedWhileRead {
        // Somebody has written a store that is read without locks.
        present = try Self.open(path, options.model, warnings)
        return try page(request)
      }
    } catch let refusal as HTTPRequest.Refusal {
      return layout("Error", status: refusal.status, [failure(ShellError(refusal.reason))])
    } catch StorageError.interrupted {
      return layout("Error", status: .unavailable, [failure(stopped)])
    } catch {
      let error = ShellError(error)
      let status: HTTPStatus = error.kind == .usage ? .badRequest : .failed
      return layout("Error", status: status, [failure(error)])
    }
  }

  private func page(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = warnings.take()
    let path = try enter(request.path)
    switch path {
    case "/": return try overview()
    case "/entity", "/entity.json", "/entity.csv": return try objects(request)
    case "/object", "/object.json", "/object.csv": return try object(request)
    case "/changes" where place.save == nil, "/changes.json" where place.save == nil,
      "/changes.csv" where place.save == nil:
      return try changes(request)
    case "/history", "/history.json", "/history.csv": return try history(request)
    case "/save", "/save.json", "/save.csv": return try save(request)
    case "/sql" where place.save == nil, "/sql.json" where place.save == nil,
      "/sql.csv" where place.save == nil:
      return try statement(request)
    case "/past": return try past(request)
    case "/edit", "/insert", "/delete":
      guard let editor, place.save == nil else { return notFound() }
      return try change(request, editor)
    case "/undo":
      guard let editor, place.save == nil else { return notFound() }
      return try undo(request, editor)
    case "/version":
      return HTTPResponse(
        status: .ok, type: "application/json", body: "{\"version\":\"\(try version())\"}")
    default: return notFound()
    }
  }

  /// Finds the state that an address is about, and returns the page's path in it.
  private func enter(_ path: String) throws -> String {
    place = Place(environment: present, save: nil)
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "at" else { return path }
    let rest = parts[2].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2 else { return path }
    let part = String(rest[0])
    if let lastPast, lastPast.part == part, Int64(part) != nil {
      place = lastPast.place
    } else {
      let past = try StoredPast(present)
      let number = try past.number(ArgumentValue(part, column: 1))
      place = Place(environment: try past.state(after: number), save: number)
      lastPast = (part, place)
    }
    return "/" + rest[1]
  }

  /// Leads to a page in the state that a form asks for.
  private func past(_ request: HTTPRequest) throws -> HTTPResponse {
    let moment = request.query["at"] ?? ""
    let page = request.query["page"] ?? ""
    // A path of these pages, since others would lead elsewhere.
    let names = ["", "entity", "object", "history"]
    guard names.contains(String(page.prefix { $0 != "?" })), !page.contains(where: \.isNewline)
    else { return notFound() }
    let parts = page.split(separator: "?", maxSplits: 1).map(String.init)
    let query = parts.count > 1 ? try HTTPRequest.form(parts[1]) : [:]
    let pairs: [HTML] = query.sorted { $0.key < $1.key }.map {
      "\(query: $0.key)=\(query: $0.value)&"
    }
    let place: HTML = moment.isEmpty ? "/" : "/at/\(query: moment)/"
    return .redirect(to: ("\(place)\(parts.first ?? "")?\(pairs)" as HTML).markup)
  }

  /// The error of a page that has read for too long.
  var stopped: ShellError {
    let seconds = options.patience.components.seconds
    return ShellError(
      "this was stopped, since it took longer than \(seconds) \(seconds == 1 ? "second" : "seconds")",
      hint: "ask for less, or start strata serve with --timeout")
  }

  func notFound(
    _ text: HTML = "<p>There is no such page.</p>"
  ) -> HTTPResponse { layout("Not found", status: .notFound, [text]) }

  /// A text that is another one after others have saved.
  private func version() throws -> String {
    guard present.origin != nil else { return "\(try present.reader.lastTransaction())" }
    let file = present.url.resolvingSymlinksInPath().path
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

  private func overview() throws -> HTTPResponse {
    let entities = try StoredSchemaTable(environment).entities()
    let rows: [HTML] = entities.rows.map { row in
      let cells = row.map { text($0) }
      return """
        <tr><td><a href="entity?name=\(query: cells[0])">\(cells[0])</a></td><td>\(cells[1])</td>
        <td class="number">\(cells[2])</td><td class="number">\(cells[3])</td>
        <td class="number">\(cells[4])</td></tr>
        """
    }
    var facts: [HTML] = []
    if place.save == nil {
      facts = try StoreInformationTable(environment).table.rows.map { row in
        "<dt>\(text(row[0]))</dt><dd>\(text(row[1]))</dd>"
      }
    }
    let store: HTML = facts.isEmpty ? "" : "<h2>Store</h2><dl>\(facts)</dl>"
    return layout(
      name, page: "",
      [
        """
        <h1>\(name)</h1>
        <div class="wide"><table><thead><tr><th>Entity</th><th>Inherits from</th><th class="number">Attributes</th>
        <th class="number">Relationships</th><th class="number">Objects</th></tr></thead><tbody>\(rows)</tbody></table></div>
        \(store)
        """
      ])
  }

  // MARK: Parts

  func entity(_ name: String) throws -> Schema.Entity {
    try environment.queries.entity(ArgumentValue(name, column: 1))
  }

  /// The names of objects on a page.
  func names(of identifiers: some Sequence<String>) throws -> DisplayNames {
    try DisplayNames(of: identifiers, in: environment, by: options.nameAttributes)
  }

  func text(_ cell: Cell) -> String { cell.text(in: environment.output.timeZone) }

  /// The layout of a page.
  ///
  /// - Parameter page: The page's own address, from which a form leads to its past states. Nil for one that has none.
  func layout(
    _ title: String, status: HTTPStatus = .ok, page: HTML? = nil, _ parts: [HTML]
  ) -> HTTPResponse {
    let notes: [HTML] = warnings.take().split(separator: "\n").map {
      "<p class=\"warning\">\(String($0))</p>"
    }
    var banner: HTML = ""
    if let save = place.save {
      let last: HTML = "<a href=\"/save?number=\(save)\">save \(save)</a>"
      banner = """
        <p class="past">The store as it was \(save > 0 ? "after \(last)" : "before the first save"). Nothing can be changed here. \
        <a href="/\(page ?? "")">Now</a></p>
        """
    }
    var moment: HTML = ""
    // Where that can't be read, the page itself says so.
    if let page, (try? keepsFormerValues()) == true {
      moment = """
        <form action="/past" class="moment"><input type="hidden" name="page" value="\(page)">
        <label>As it was <input type="datetime-local" name="at" required></label><button>Show</button></form>
        """
    }
    return PageLayout(store: name, canRunSQL: place.save == nil).page(
      title, status: status, menu: moment, content: [banner] + notes + parts)
  }
}
