import StrataMigration
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

extension ModelCommands {
  /// The number of saves that the status lists.
  private static let shownSaveCount = 5

  static var status: Command<StrataEnvironment> {
    Command(
      ["store", "status"], "show what a store of Strata is and holds, and its last saves",
      arguments: [OwnStore.argument],
      discussion: """
        The version is that of a migration plan, and the fingerprint a number that differs when the recorded \
        schema does. The log has what isn't copied into the file yet, which any program that saves does.
        """,
      examples: [
        "store status tracker.store",
        "store status 'postgresql://app@localhost/app?schema=tracker' --format json",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let own = try OwnStore(invocation)
      let rows = try own.reading { reader in
        // One moment, also while others save.
        try reader.snapshot { try statusRows(own, reader) }
      }
      try environment.output.print(Table(["what", "value"], rows: rows))
    }
  }

  private static func statusRows(_ own: OwnStore, _ reader: StoreReader) throws -> [[Cell]] {
    let information = try reader.information()
    let version = try reader.read { try SchemaRecord.plannedVersion($0) }
    let fingerprint = try own.store.schema.fingerprint()
    var rows: [[Cell]] = [
      [.text("path"), .text(information.path)], [.text("made by"), .text("Strata")],
      [.text("identifier"), .text(information.identifier)],
      [.text("format"), Cell(information.format)],
      [.text("engine"), .text(engine(own, information))],
      [.text("version"), Cell(version?.description)],
      [.text("fingerprint"), .text(String(fingerprint, radix: 16))],
      [.text("bytes"), .integer(information.byteCount)],
    ]
    if let count = try own.logByteCount() { rows.append([.text("bytes of log"), .integer(count)]) }
    rows += [
      [.text("saves"), .integer(information.lastTransaction)],
      [.text("saves in history"), .integer(information.historyCount)],
      [.text("bytes of history"), .integer(information.historyByteCount)],
      [.text("former rows"), .integer(information.formerRowCount)],
      [.text("entities"), Cell(information.objectCounts.count)],
    ]
    rows += information.objectCounts.map { [.text("objects of \($0.entity)"), .integer($0.count)] }
    rows += try reader.history(limit: shownSaveCount, newestFirst: true).reversed().map { save in
      [
        .text("save \(save.number)"),
        .list([.date(save.timestamp), .text(save.author ?? "no author"), .text(save.process)]),
      ]
    }
    return rows
  }

  private static func engine(_ own: OwnStore, _ information: StoreInformation) -> String {
    own.url.isOfServer ? information.libraryVersion : "SQLite \(information.libraryVersion)"
  }
}
