import Foundation
import Strata
import StrataApplication
import StrataCoreDataStores
import StrataShell
import StrataStack
import StrataStorage

/// The page of the history, and of what one save has changed.
extension StorePages {
  /// The number of saves that the history's page shows.
  private static let saveCount = 200
  /// The number of objects of a save whose values its page shows.
  private static let objectCount = 500

  func history(_ request: HTTPRequest) throws -> HTTPResponse {
    let author = request.query["author"].flatMap { $0.isEmpty ? nil : $0 }
    let end = request.query["before"].flatMap { Int64($0) }
    let format = DataFormat(request.path)
    // Programs get all saves. One more says that there are older ones.
    let found = try StoredHistory(environment).table(
      limit: format == nil ? Self.saveCount + 1 : nil, author: author, before: end)
    if let format { return try data(found, format) }
    let shown = found.rows.suffix(Self.saveCount)
    // The process is of use to programs alone.
    let order = [0, 3, 1, 2, 5, 6, 7, 8, 4]
    let head: [HTML] = order.map {
      "<th scope=\"col\"\(headingClass($0, shown))>\(found.columns[$0].name)</th>"
    }
    let rows: [HTML] = shown.reversed().map { row in
      let cells: [HTML] = order.map { index in
        guard index == 0 else { return tableCell(row[index], isLink: false) }
        let number = text(row[0])
        return "<td class=\"number\"><a href=\"save?number=\(number)\">\(number)</a></td>"
      }
      return "<tr>\(cells)</tr>"
    }
    let address: HTML = author.map { "author=\(query: $0)" } ?? ""
    var older: HTML = ""
    if found.rows.count > shown.count, case .integer(let first)? = shown.first?[0] {
      older = "<a href=\"history?\(address)&amp;before=\(first)\">Older →</a> "
    }
    let none: HTML = shown.isEmpty ? "<p>The store remembers no save.</p>" : ""
    return layout(
      "History", page: "history?\(address)",
      [
        """
        <h1>History</h1>
        <form action="history"><label>Author <input name="author" value="\(author ?? "")"></label><button>Show</button></form>
        """,
        none, shown.isEmpty ? "" : table(head, rows),
        "<p class=\"pages\">\(older)\(dataLinks("history", address))</p>",
      ])
  }

  /// The page of one save: what it has changed, and a button that takes it back.
  func save(_ request: HTTPRequest) throws -> HTTPResponse {
    let text = request.query["number"] ?? ""
    guard let number = Int64(text), let entry = try entry(number) else {
      return notFound("<p>The store remembers no save \(text).</p>")
    }
    return try page(of: entry, format: DataFormat(request.path), failure: nil)
  }

  /// A save in the history of a store of Strata or Core Data.
  private struct Save {
    let number: Int64
    let author: String?
    let context: String?
    let time: Date
    let process: String
    let changes: [Change]
    /// The numbers of the saves before and after it, if the store remembers them.
    var previous: Int64?
    var next: Int64?

    struct Change {
      let verb: String
      let object: String
      let properties: [String]
    }
  }

  private func entry(_ number: Int64) throws -> Save? {
    guard let origin = environment.origin else {
      let reader = environment.reader
      return try reader.history(only: number).first.map { entry in
        Save(
          number: number, author: entry.author, context: entry.contextName, time: entry.timestamp,
          process: entry.process,
          changes: entry.changes.map {
            Save.Change(
              verb: StoredPast.verb($0.kind), object: "\($0.entity)/\($0.key)",
              properties: $0.properties)
          },
          previous: try reader.history(before: number, limit: 1, newestFirst: true).first?.number,
          next: try reader.history(after: number, limit: 1).first?.number)
      }
    }
    var found: Save?
    var previous: Int64?
    try origin.forEachTransaction { one in
      if one.number < number { previous = one.number }
      if one.number > number, found?.next == nil { found?.next = one.number }
      guard one.number == number else { return }
      found = Save(
        number: number, author: one.author, context: one.contextName, time: one.timestamp,
        process: one.bundleID ?? one.processID ?? "",
        changes: one.changes.map {
          Save.Change(
            verb: "\($0.kind)", object: "\($0.entity)/\($0.key)",
            properties: $0.updatedProperties ?? [])
        }, previous: previous)
    } problem: { _ in
      // The history's page tells of changes that can't be read.
    }
    return found
  }

  private func page(
    of entry: Save, format: DataFormat?, failure error: ShellError?,
    status: HTTPStatus = .ok
  ) throws -> HTTPResponse {
    let keepsValues = try keepsFormerValues()
    let (rows, note) = try differences(of: entry, isWhole: format != nil)
    if let format { return try data(Table(StoredPast.columns, rows: rows), format) }
    var groups: [[[Cell]]] = []
    for row in rows {
      if groups.last?.first?[1] == row[1] {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    let names = try names(of: linked(rows))
    let body: [HTML] = groups.map { rows in
      let object = text(rows[0][1])
      return differences(
        rows,
        beside: "<td class=\"line\" rowspan=\"\(rows.count)\">\(link(to: object, names))</td>",
        names)
    }
    let head: [HTML] = ["Object", "Change", "Property", "Before", "After"].map {
      "<th scope=\"col\">\($0)</th>"
    }
    let context: HTML = entry.context.map { "<dt>context</dt><dd>\($0)</dd>" } ?? ""
    let back: HTML =
      isEditable && keepsValues
      ? """
      <form class="object" method="post" action="/undo?number=\(entry.number)"><button>Take it back</button></form>
      """ : ""
    let before: HTML =
      keepsValues && place.save == nil
      ? """
      <a href="/at/\(entry.number - 1)/">The store before it</a> <a href="/at/\(entry.number)/">and after it</a>
      """ : ""
    return layout(
      "Save \(entry.number)", status: status,
      [
        "<p><a href=\"history\">History</a></p><h1>Save \(entry.number)</h1>",
        error.map(failure) ?? "",
        """
        <dl><dt>time</dt><dd>\(moment(entry.time))</dd><dt>author</dt><dd>\(entry.author ?? "–")</dd>\(context)\
        <dt>process</dt><dd>\(entry.process)</dd></dl>
        <h2>What it has changed</h2>
        """,
        note.map { "<p class=\"warning\">\($0)</p>" } ?? "", table(head, body), back,
        """
        <p class="pages">\(neighbour(entry.previous, "← Before")) \(neighbour(entry.next, "Next →")) \(before)
        \(dataLinks("save", "number=\(entry.number)"))</p>
        """,
      ])
  }

  private func neighbour(_ number: Int64?, _ title: String) -> HTML {
    number.map { "<a href=\"save?number=\($0)\">\(title)</a>" } ?? ""
  }

  /// The rows of a save's differences, and why they lack values, if they do.
  ///
  /// - Parameter isWhole: True to have all objects, however many they are.
  private func differences(
    of entry: Save, isWhole: Bool
  ) throws -> (rows: [[Cell]], note: String?) {
    var note: String?
    if entry.changes.count > Self.objectCount, !isWhole {
      note =
        "It has changed \(entry.changes.count) objects, of which \(Self.objectCount) are listed, without values."
    } else if environment.origin != nil {
      note = "Core Data keeps no former values."
    } else {
      do {
        let rows = try StoredPast(environment).difference(
          from: entry.number - 1, to: entry.number)
        return (rows, nil)
      } catch let error as ShellError where error.kind == .usage {
        note = "The values aren't known: \(error.message)."
      }
    }
    let rows = entry.changes.prefix(isWhole ? .max : Self.objectCount).flatMap {
      change -> [[Cell]] in
      let names: [Cell] = change.properties.isEmpty ? [.null] : change.properties.map { .text($0) }
      return names.map { [.text(change.verb), .text(change.object), $0, .null, .null] }
    }
    return (rows, note)
  }

  /// Takes a save back, and leads to the save that did.
  func undo(_ request: HTTPRequest, _ editor: StoreEditor) throws -> HTTPResponse {
    let text = request.query["number"] ?? ""
    guard let number = Int64(text), let entry = try entry(number) else {
      return notFound("<p>The store remembers no save \(text).</p>")
    }
    guard request.method == "POST" else {
      return try page(of: entry, format: nil, failure: nil)
    }
    do {
      let saved = try editor.undo(number)
      return .redirect(to: "/save?number=\(saved)")
    } catch {
      return try page(of: entry, format: nil, failure: ShellError(error), status: .conflict)
    }
  }
}
