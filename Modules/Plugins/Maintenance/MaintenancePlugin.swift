internal import Strata
public import StrataApplication
public import StrataShell

/// Commands over the store itself: what it is, and whether it is sound.
public struct MaintenancePlugin: Plugin {
  /// `Maintenance`.
  public let name = "Maintenance"
  /// What it brings.
  public let summary = "what the store is, and whether it is sound"

  /// The plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      Command(["info"], "show what the store is", group: name) { _, environment in
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
            ]
              + info.objectCounts.map { [.text($0.entity), .integer($0.count)] }))
      },
      Command(
        ["check"], "check the store: file, relationships, values, history",
        discussion: "Reports each fault. Fails when there is any.", group: name
      ) { invocation, environment in
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
            hint: "restore a copy, or mend what is listed with set and delete")
        }
        environment.output.message("the store is sound")
      },
    ]
  }
}
