import Foundation
import Strata
import StrataApplication
import StrataShell
import StrataSync

/// The commands `sync`, `sync status`, `sync conflicts` and `sync resolve`.
@MainActor enum SyncCommands {
  nonisolated static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["sync"], "bring this store and another one to the same content",
        arguments: [
          .optional(
            "STORE",
            "postgresql://user@host/database, or a file; the setting sync.server when left out")
        ],
        options: [
          .flag(
            "start-over",
            "join the other store anew, after one of the two was restored, or with another one")
        ],
        discussion: """
          The other store is the middle: several machines sync with it, at any time, and log what they \
          like in between. What two machines have changed is joined property by property. Where both \
          have changed the same, the value stays that came first to the middle, and the machine whose \
          value lost has a conflict: see sync conflicts. With sync.auto in the settings an open shell \
          syncs by itself.
          """,
        examples: ["sync middle.store"],
        group: group, completion: completeFile, run: sync),
      Command(
        ["sync", "status"], "say what waits for the next sync", group: group, run: status),
      Command(
        ["sync", "conflicts"], "list values that lost against another machine's", group: group,
        run: conflicts),
      Command(
        ["sync", "resolve"], "answer a conflict",
        arguments: [.required("NUMBER", "its number, from sync conflicts; or all")],
        options: [
          .flag("mine", "set the value that lost again"),
          .flag("theirs", "keep the value that is there"),
        ],
        examples: ["sync resolve all --theirs"], group: group,
        run: resolve),
    ]
  }

  private static func completeFile(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    request.option == nil ? FileCompletion.candidates(for: request.prefix) : []
  }

  private static func requireNoTransaction(_ environment: ApplicationEnvironment) throws {
    guard !environment.isInTransaction else {
      throw ShellError("a transaction is open", hint: "save or rollback ends it")
    }
  }

  private static func sync(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    try requireNoTransaction(environment)
    guard
      let server = invocation.argument("STORE")?.text ?? environment.settings.text("sync.server")
    else {
      throw invocation.usageError(
        "sync with which store?", hint: "name one, or set sync.server in the settings")
    }
    let replica = try SyncedTracker(environment).replica(of: server)
    if invocation.flag("start-over") { try await replica.startOver() }
    let result = try await translated { try await replica.sync() }
    try environment.context.mergeChanges()
    if let refusal = result.refusal {
      throw ShellError(
        "the other store refuses what is new here: \(refusal)",
        hint: "correct it and sync again; what the other store has is here already")
    }
    environment.output.message("\(result)")
    if result.conflictCount > 0 {
      environment.output.message("sync conflicts lists them, sync resolve answers them")
    }
  }

  /// Runs a sync, whose errors name what to type.
  private static func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as SyncError {
      switch error {
      case .serverWasRestored, .replicaWasRestored, .otherServer:
        let text = "\(error)"
        throw ShellError(
          String(text.prefix { $0 != ";" }),
          hint:
            "sync STORE --start-over joins them again; nothing is there twice, and nothing is lost")
      default: throw error
      }
    }
  }

  private static func status(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let tracker = SyncedTracker(environment)
    guard try tracker.isReplica() else {
      environment.output.message("this store was never synced; sync STORE does it")
      return
    }
    let status = try await tracker.replica().status
    var rows: [(String, Cell)] = [
      ("last news", status.syncDate.map { .date($0) } ?? .text("none")),
      ("waiting here", Cell(status.pendingCount)), ("conflicts", Cell(status.conflictCount)),
    ]
    if let refusal = status.refusal { rows.append(("refused", .text(refusal))) }
    if !status.isComplete { rows.append(("first sync", .text("not complete"))) }
    let writer = try environment.output.beginTable(["sync", "value"])
    for (name, value) in rows { try writer.row([.text(name), value]) }
    try writer.end()
  }

  /// The conflicts, oldest first, in a context that knows their class.
  private static func list(_ context: ModelContext) throws -> [SyncConflict] {
    try context.fetch(
      FetchDescriptor<SyncConflict>(
        sortBy: [SortDescriptor(\.date), SortDescriptor(\.property), SortDescriptor(\.uid)]))
  }

  private static func conflicts(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let tracker = SyncedTracker(environment)
    let context = try tracker.isReplica() ? ModelContext(tracker.own()) : nil
    let found = try context.map { try list($0) } ?? []
    if found.isEmpty, environment.output.format == .table {
      environment.output.message("no conflicts")
      return
    }
    let writer = try environment.output.beginTable([
      "number", "object", "property", "kept", "lost", "by",
    ])
    for (index, conflict) in found.enumerated() {
      try writer.row([
        Cell(index + 1), .text(try name(conflict)), .text(conflict.property ?? "all"),
        .text(text(conflict.kept, conflict.kind == .notDeleted ? "the object" : "deleted")),
        .text(text(conflict.lost, "the deletion")), .text(conflict.keptAuthor ?? ""),
      ])
    }
    try writer.end()
  }

  /// The object's name in this store, such as `Item/1`, or of one that is gone its class.
  private static func name(_ conflict: SyncConflict) throws -> String {
    guard let context = conflict.modelContext, let object = try conflict.object(in: context) else {
      return conflict.entityName
    }
    return object.persistentModelID.description
  }

  private static func text(_ json: String?, _ other: String) -> String {
    guard let json else { return other }
    // A value of one column is shown without the brackets of the envelope.
    return json.hasPrefix("[") && json.hasSuffix("]") ? String(json.dropFirst().dropLast()) : json
  }

  private static func resolve(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    try requireNoTransaction(environment)
    guard invocation.flag("mine") != invocation.flag("theirs") else {
      throw invocation.usageError("whose value stays?", hint: "give --mine or --theirs")
    }
    let tracker = SyncedTracker(environment)
    let context = try tracker.isReplica() ? ModelContext(tracker.own()) : nil
    let found = try context.map { try list($0) } ?? []
    let name = try invocation.require("NUMBER")
    let chosen: [SyncConflict]
    if name.text == "all" {
      chosen = found
    } else {
      let number = try name.integer()
      guard found.indices.contains(number - 1) else {
        throw name.error("there is no conflict \(number)", hint: "sync conflicts lists them")
      }
      chosen = [found[number - 1]]
    }
    let replica = try tracker.replica()
    let author = try environment.context.author.map { try TransactionAuthor($0) }
    for conflict in chosen {
      try await replica.resolve(
        conflict.typedObjectID, by: invocation.flag("mine") ? .mine : .theirs, author: author)
    }
    try environment.context.mergeChanges()
    environment.output.message(
      "resolved \(chosen.count) \(chosen.count == 1 ? "conflict" : "conflicts")"
        + (invocation.flag("mine") ? "; the next sync sends what was set" : ""))
  }
}
