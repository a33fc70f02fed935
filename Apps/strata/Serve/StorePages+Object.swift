import StrataApplication
import Strata
import StrataSchema
import StrataShell
import StrataStorage

/// The page of one object, and of its changes.
extension StorePages {
  /// The number of members of a relationship on an object's page.
  private static let memberCount = 50
  /// The number of changes on a page of an object's changes.
  private static let changeCount = 50

  /// An object with the rows of its page.
  struct Shown {
    /// The object's identifier, such as `Item/3`.
    let title: String
    /// The object's own entity, which may be a subentity of that in the address.
    let entity: Schema.Entity
    let key: Int64
    let rows: [[Cell]]
    /// The numbers of members of the relationships that have more than are in the rows.
    let counts: [String: Int]
    let fault: ShellError?
  }

  /// - Parameter memberCount: The number of members of each relationship to read.
  func shown(_ identifier: String, memberCount: Int = memberCount) throws -> Shown? {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0,
      let entity = environment.schema.entitiesByName[String(parts[0])],
      let found = try StoredObjects(entity, environment).excerpt(
        of: key, memberCount: memberCount)
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

  /// The page for an object that isn't there. It says who has deleted it, if the store remembers.
  func missing(_ identifier: String) throws -> HTTPResponse {
    var last: HTML = ""
    // Dropped: a text that is no identifier names an object that isn't there.
    if let name = try? environment.object(ArgumentValue(identifier, column: 1)),
      let change = try lastChange(of: name.entity, name.key), change.difference.kind == .delete
    {
      last = """
        <p>\(change.author ?? "Nobody by name") has deleted it at \(moment(change.timestamp)), in
        <a href="save?number=\(change.transaction)">save \(change.transaction)</a>.
        <a href="/at/\(change.transaction - 1)/object?id=\(query: identifier)">As it was before</a> ·
        <a href="changes?id=\(query: identifier)">All of its changes</a></p>
        """
    }
    return notFound("<p>There is no object \(identifier) in the store.</p>\(last)")
  }

  private func lastChange(of entity: Schema.Entity, _ key: Int64) throws -> ObjectChange? {
    guard try place.save == nil && keepsFormerValues(of: entity) else { return nil }
    return try StoredPast(environment).changes(of: entity.name, key, last: 1).last
  }

  func object(_ request: HTTPRequest) throws -> HTTPResponse {
    let identifier = request.query["id"] ?? ""
    let format = DataFormat(request.path)
    // Programs get all members.
    let count = format == nil ? Self.memberCount : ObjectsRequest.most
    guard let shown = try shown(identifier, memberCount: count) else {
      return try missing(identifier)
    }
    if let format {
      return try data(Table(["property", "value"], rows: shown.rows), format, shown.fault)
    }
    let links = linkNames(of: shown.entity)
    let linked = shown.rows.filter { links.contains(text($0[0])) }.flatMap { row -> [String] in
      if case .list(let members) = row[1] { members.map { text($0) } } else { [text(row[1])] }
    }
    let names = try names(of: linked + [shown.title])
    let rows: [HTML] = columnOrder(shown.rows.map { text($0[0]) }, of: shown.entity).map { index in
      let row = shown.rows[index]
      let name = text(row[0])
      return """
        <dt>\(name)\(members(name, of: shown))</dt><dd>\(value(
          row[1], isLink: links.contains(name), isShort: false, of: shown.counts[name], names))</dd>
        """
    }
    let heading = (names[shown.title].map { "\($0) · " } ?? "") + shown.title
    let address: HTML = "id=\(query: shown.title)"
    let changes: HTML =
      isEditable
      ? "<a href=\"edit?\(address)\">Edit</a> <a href=\"delete?\(address)\">Delete…</a>" : ""
    let history: HTML =
      try place.save == nil && keepsFormerValues(of: shown.entity)
      ? "<a href=\"changes?\(address)\">Changes</a>" : ""
    return layout(
      shown.title, page: "object?\(address)",
      [
        """
        <p><a href="entity?name=\(query: shown.entity.name)">\(shown.entity.name)</a></p><h1>\(heading)</h1>
        """,
        shown.fault.map(failure) ?? "", "<dl>\(rows)</dl>",
        "<p class=\"pages\">\(changes) \(history) \(dataLinks("object", address))</p>",
      ])
  }

  /// A link to the table of all members of a relationship, with their number.
  private func members(_ name: String, of shown: Shown) -> HTML {
    guard let one = shown.entity.relationships.first(where: { $0.name == name }), !one.isToOne,
      let row = shown.rows.first(where: { text($0[0]) == name }), case .list(let cells) = row[1],
      !cells.isEmpty
    else { return "" }
    let count = shown.counts[name] ?? cells.count
    guard let inverse = one.inverseName else { return " (\(count))" }
    return """
       (<a href="entity?name=\(query: one.destination)&amp;is.\(query: inverse)=\(query: shown.title)">\(count)</a>)
      """
  }

  /// The page of an object's saved changes, the newest first.
  func changes(_ request: HTTPRequest) throws -> HTTPResponse {
    let identifier = request.query["id"] ?? ""
    let (entity, key) = try environment.object(ArgumentValue(identifier, column: 1))
    let end = request.query["before"].flatMap { Int64($0) }
    let past = try StoredPast(environment)
    let changes = try past.changes(of: entity.name, key, last: Self.changeCount + 1, before: end)
    let shown = changes.suffix(Self.changeCount)
    if let format = DataFormat(request.path) {
      let columns: [Table.Column] = [
        "number", "time", "author", "change", "property", "before", "after",
      ]
      let rows = shown.flatMap { one in
        past.rows(one.difference).map { row -> [Cell] in
          [.integer(one.transaction), .date(one.timestamp), Cell(one.author), row[0]] + row[2...]
        }
      }
      return try data(Table(columns, rows: rows), format)
    }
    let rows = shown.map { past.rows($0.difference) }
    let names = try names(of: linked(rows.joined()) + [identifier])
    let body: [HTML] = zip(shown, rows).reversed().map { one, rows in
      let first: HTML = """
        <td class="number" rowspan="\(max(1, rows.count))"><a href="save?number=\(one.transaction)">\(one.transaction)</a></td>
        <td class="line" rowspan="\(max(1, rows.count))">\(moment(one.timestamp))</td>
        <td class="line" rowspan="\(max(1, rows.count))">\(one.author ?? "–")</td>
        """
      return differences(rows, beside: first, names)
    }
    let heading = (names[identifier].map { "\($0) · " } ?? "") + identifier
    let more: HTML =
      changes.count > shown.count
      ? """
      <p class="pages"><a href="changes?id=\(query: identifier)&amp;before=\(shown.first?.transaction ?? 0)">Earlier changes →</a></p>
      """ : ""
    let none: HTML = shown.isEmpty ? "<p>The store remembers no change of it.</p>" : ""
    let head: [HTML] = ["Save", "Time", "Author", "Change", "Property", "Before", "After"].map {
      "<th scope=\"col\">\($0)</th>"
    }
    return layout(
      "Changes of \(identifier)",
      [
        "<h1>Changes of <a href=\"object?id=\(query: identifier)\">\(heading)</a></h1>", none,
        shown.isEmpty ? "" : table(head, body), more,
        "<p class=\"pages\">\(dataLinks("changes", "id=\(query: identifier)\(end.map { "&amp;before=\($0)" } ?? "")"))</p>",
      ])
  }

  /// The objects that rows of differences name.
  func linked(_ rows: some Sequence<[Cell]>) -> [String] {
    rows.flatMap { row in
      row[1...].flatMap { cell -> [String] in
        if case .list(let cells) = cell { return cells.map { text($0) } }
        return [text(cell)]
      }
    }
  }

  /// The rows of one object's difference.
  ///
  /// - Parameter first: The cells before the first row, which span all of them.
  func differences(_ rows: [[Cell]], beside first: HTML, _ names: DisplayNames) -> HTML {
    guard let one = rows.first else {
      return "<tr>\(first)<td colspan=\"4\" class=\"none\">only times and places</td></tr>"
    }
    let links =
      environment.schema.entitiesByName[
        String(text(one[1]).prefix { $0 != "/" })
      ].map(linkNames(of:)) ?? []
    let parts: [HTML] = rows.enumerated().map { index, row in
      let isLink = links.contains(text(row[2]))
      let before = tableCell(row[3], isLink: isLink, names, isWhole: true)
      let after = tableCell(row[4], isLink: isLink, names, isWhole: true)
      let change: HTML =
        index == 0
        ? "\(first)<td class=\"line \(text(row[0]))\" rowspan=\"\(rows.count)\">\(text(row[0]))</td>"
        : ""
      return "<tr>\(change)<td class=\"line\">\(text(row[2]))</td>\(before)\(after)</tr>"
    }
    return "\(parts)"
  }
}
