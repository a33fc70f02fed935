import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The commands `info`, `check` and `compact`.
@MainActor enum StoreCommands {
  nonisolated static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(["info"], "show what the store is", group: group) { _, environment in
        try info(environment)
      },
      Command(
        ["check"], "check the store: file, relationships, values, history",
        discussion: "Reports each fault. Fails when there is any.", group: group,
        run: check),
      Command(
        ["compact"], "make the store's file as small as it can be",
        discussion: """
          Writes the file anew without the room that deleted objects have left, and empties its log. \
          Takes as much room on the disk as the store once more. Others can read meanwhile, and wait \
          to write.
          """,
        group: group, run: compact),
    ]
  }

  private static func info(_ environment: ApplicationEnvironment) throws {
    let info = try environment.context.storeInformation()
    try environment.output.print(
      Table(
        ["property", "value"],
        rows: [
          [.text("path"), .text(info.path)],
          [.text("identifier"), .text(info.identifier)],
          [.text("access"), .text(info.isReadOnly ? "read-only" : "read and write")],
          [.text("bytes"), .integer(info.byteCount)],
          [.text("transactions"), .integer(info.lastTransaction)],
          [.text("format"), Cell(info.format)],
          [.text("SQLite"), .text(info.libraryVersion)],
        ] + info.objectCounts.map { [.text($0.entity), .integer($0.count)] }))
  }

  private static func check(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws
  {
    let faults = try environment.context.checkStore {
      try invocation.checkCancellation()
      environment.output.progress("checking", completed: $0)
    }
    try environment.output.print(
      Table(
        ["fault", "where", "what"],
        rows: faults.map { [.text($0.kind.rawValue), .text($0.place), .text($0.message)] }))
    guard faults.isEmpty else {
      throw ShellError(
        "the store has \(faults.count == 1 ? "a fault" : "\(faults.count) faults")",
        hint: "restore a backup, or mend what is listed with set and delete")
    }
    environment.output.message("the store is sound")
  }

  private static func compact(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let result = try environment.stack.container.compact()
    let won = result.byteCountBefore - result.byteCount
    environment.output.message(
      won > 0
        ? "won \(ByteCount.text(won)): \(ByteCount.text(result.byteCountBefore)) before, "
          + "\(ByteCount.text(result.byteCount)) now"
        : "nothing to win: the store has \(ByteCount.text(result.byteCount))")
    if !result.isLogEmpty {
      environment.output.message(
        "its log is emptied when those are done who read it at the moment")
    }
  }
}

/// Formats sizes for people.
enum ByteCount {
  /// Formats a size as `512 bytes`, `96 KB` or `1.5 MB`. A KB is 1,024 bytes.
  static func text(_ count: Int64) -> String {
    if count < 1024 { return count == 1 ? "1 byte" : "\(count) bytes" }
    var size = Double(count) / 1024
    var units = ["KB", "MB", "GB", "TB"][...]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units.removeFirst()
    }
    let rounded = (size * 10).rounded() / 10
    let text = rounded == rounded.rounded() || rounded >= 100 ? "\(Int64(rounded))" : "\(rounded)"
    return "\(text) \(units.first ?? "KB")"
  }
}
