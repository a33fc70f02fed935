import Foundation
import Strata
import StrataApplication
import StrataShell

/// One run of `export`.
@MainActor struct FileExport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ArgumentValue

  /// The endings that say what form a file has.
  private static let endings: [(ending: String, format: OutputFormat)] = [
    ("csv", .csv), ("json", .json), ("jsonl", .json), ("ndjson", .json),
  ]

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    file = try invocation.require("FILE")
  }

  /// What the option says, or else the file's ending; CSV for a name without one.
  private func format() throws -> OutputFormat {
    if let format = invocation.option("format").flatMap({ OutputFormat(rawValue: $0.text) }) {
      return format
    }
    let ending = (file.text as NSString).pathExtension.lowercased()
    if file.text == "-" || ending.isEmpty { return .csv }
    if let found = Self.endings.first(where: { $0.ending == ending }) { return found.format }
    let known = Self.endings.map { "." + $0.ending }.joined(separator: ", ")
    throw file.error(
      "there is no export to .\(ending)",
      hint: "give the file one of the endings \(known), or say --format csv or --format json")
  }

  func perform() throws {
    let service = try environment.service(
      (any RecordTransfer).self, for: "give records", from: "Tracker")
    if file.text == "-" {
      let old = environment.output.format
      environment.output.format = try format()
      defer { environment.output.format = old }
      _ = try write(service, to: environment.output)
      return try environment.output.flush()
    }
    let destination = try ExportDestination(file, invocation, environment)
    let count: Int
    do {
      let sink = FileDescriptorOutput(descriptor: destination.descriptor, name: file.text)
      let output = Output(
        standardOutput: sink, standardError: FileDescriptorOutput.standardError(),
        format: try format(), timeZone: environment.output.timeZone)
      count = try write(service, to: output)
      try output.flush()
    } catch {
      destination.abandon()
      throw error
    }
    try destination.finish()
    environment.output.message("wrote \(count) data \(count == 1 ? "point" : "points")")
  }

  private func write(_ service: any RecordTransfer, to output: Output) throws -> Int {
    let writer = try output.beginTable(service.exportColumns())
    try service.export(item: invocation.option("item"), from: environment.context) { cells in
      if writer.rowCount % 1000 == 0 {
        try invocation.checkCancellation()
        environment.output.progress("exporting", completed: writer.rowCount)
      }
      try writer.row(cells)
    }
    // A relationship can't throw where it is read; what it couldn't give is missing in the rows.
    try environment.checkReads()
    try writer.end()
    return writer.rowCount
  }
}
