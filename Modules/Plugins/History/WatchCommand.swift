import Strata
import StrataApplication
import StrataShell

/// `watch`: what becomes of objects, as it happens.
enum WatchCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["watch"], "show changes as they happen, of this program and of others, object by object",
      arguments: [.optional("ENTITY", "only its objects")],
      options: [
        .value("count", "N", "end after N changes"),
        .value("each", "N", "how many objects of one save are shown, 100 when left out"),
      ],
      discussion: """
        Shows new objects and changed properties with their values. Ends with Ctrl-C. history follow \
        shows whole saves, and misses none.
        """,
      examples: ["watch", "watch ItemData --count 1"], group: group,
      completion: { request, environment in
        request.option == nil ? environment.stack.container.schema.entities.map(\.name) : []
      }, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let entity = try invocation.argument("ENTITY").map { try environment.entity($0).name }
    let count = try positive("count", "changes", invocation)
    let each = try positive("each", "objects", invocation) ?? 100
    let output = environment.output
    let writer = output.format == .table ? nil : try output.beginTable(ObjectChange.columns)
    var shown = 0
    // Begun before anything is said, so that nothing falls in between.
    var updates = try environment.stack.container.historyUpdates().makeAsyncIterator()
    if output.format == .table {
      output.message("watching \(entity ?? "all objects"); Ctrl-C ends it")
      try output.flush()
    }
    while shown < count ?? .max, let save = try await updates.next(isolation: #isolation) {
      try invocation.checkCancellation()
      guard let entry = try environment.context.historyEntry(save.transactionIdentifier) else {
        continue
      }
      let changes = entry.changes.filter { entity == nil || $0.entity == entity }
      let wanted = changes.prefix(min(each, (count ?? .max) - shown))
      for change in wanted {
        let described = try ObjectChange(change, of: entry, environment)
        if let writer { try writer.row(described.cells) } else { output.answer(described.sentence) }
      }
      shown += wanted.count
      if wanted.count < changes.count, shown < count ?? .max {
        output.message("and \(changes.count - wanted.count) more objects in save \(entry.number)")
      }
      try output.flush()
    }
    try writer?.end()
    try invocation.checkCancellation()
  }

  private static func positive(
    _ name: String, _ what: String, _ invocation: Invocation
  ) throws(ShellError) -> Int? {
    guard let value = invocation.option(name) else { return nil }
    let number = try value.integer()
    guard number > 0 else { throw value.error("a number of \(what) is 1 or more") }
    return number
  }
}

/// What became of an object in a save, with the values that it has now.
@MainActor private struct ObjectChange {
  private let change: HistoryEntry.Change
  private let entry: HistoryEntry
  private let values: [(name: String, cell: Cell)]
  private let isGone: Bool
  private let environment: ApplicationEnvironment

  static let columns: [Table.Column] = [
    "number", "time", "author", "process", "change", "object", "values",
  ]

  init(
    _ change: HistoryEntry.Change, of entry: HistoryEntry, _ environment: ApplicationEnvironment
  ) throws {
    self.change = change
    self.entry = entry
    self.environment = environment
    let object =
      change.kind == .delete
      ? nil : try environment.context.model(entity: change.entity, key: change.key)
    isGone = object == nil && change.kind != .delete
    guard let object,
      let entity = environment.stack.container.schema.entitiesByName[change.entity]
    else {
      values = []
      return
    }
    let names = Set(change.properties)
    values = try entity.properties
      .filter { change.kind == .insert || names.contains($0.name) }
      .flatMap { try Self.values(of: $0, object) }
      // Of a new object, what it has; of a changed one, also what it has no more.
      .filter { change.kind == .update || ($0.cell != .null && $0.cell != .text("changed")) }
  }

  private static func values(
    of property: Schema.Property, _ object: any PersistentModel
  ) throws -> [(name: String, cell: Cell)] {
    switch property {
    case .attribute(let attribute):
      return zip(attribute.columns, try object.columnValues(forKey: attribute.name)).map {
        column, value in
        (
          column.part.isEmpty ? attribute.name : "\(attribute.name).\(column.part)",
          Cell(value, column)
        )
      }
    case .relationship(let relationship) where relationship.isToOne:
      let target = try object.related(forKey: relationship.name).first
      return [(relationship.name, Cell(target.map { "\($0.persistentModelID)" }))]
    // Its members may be many.
    case .relationship(let relationship): return [(relationship.name, .text("changed"))]
    }
  }

  private var verb: String {
    switch change.kind {
    case .insert: "inserted"
    case .update: "updated"
    case .delete: "deleted"
    }
  }

  private var object: String { "\(change.entity)/\(change.key)" }

  private var pairs: [String] {
    values.map { name, cell in
      "\(name)=\(cell == .null ? "nil" : cell.text(in: environment.output.timeZone))"
    }
  }

  var sentence: String {
    let time = environment.clockTime(entry.timestamp)
    let tail =
      isGone ? ": it is gone by now" : pairs.isEmpty ? "" : ": " + pairs.joined(separator: ", ")
    return "\(time) \(entry.author ?? "nobody") \(verb) \(object)\(tail)"
  }

  var cells: [Cell] {
    [
      .integer(entry.number), .date(entry.timestamp), Cell(entry.author), .text(entry.process),
      .text("\(change.kind)"), .text(object), .list(pairs.map { .text($0) }),
    ]
  }
}
