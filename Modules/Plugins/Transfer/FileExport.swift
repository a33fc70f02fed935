import Foundation
import Strata
import StrataApplication
import StrataShell

/// One run of `export`.
@MainActor struct FileExport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ArgumentValue
  private let format: OutputFormat

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    file = try invocation.require("FILE")
    let byName: OutputFormat =
      ["json", "jsonl", "ndjson"].contains((file.text as NSString).pathExtension.lowercased())
      ? .json : .csv
    format = invocation.option("format").flatMap { OutputFormat(rawValue: $0.text) } ?? byName
  }

  func perform() throws {
    let service = try environment.service(
      (any RecordTransfer).self, for: "give records", from: "Tracker")
    if file.text == "-" {
      let format = environment.output.format
      environment.output.format = self.format
      defer { environment.output.format = format }
      _ = try write(service, to: environment.output)
      return try environment.output.flush()
    }
    let destination = try ExportDestination(file, environment)
    let count: Int
    do {
      let sink = FileDescriptorOutput(descriptor: destination.descriptor, name: file.text)
      let output = Output(
        standardOutput: sink, standardError: FileDescriptorOutput.standardError(), format: format,
        timeZone: environment.output.timeZone)
      count = try write(service, to: output)
      try output.flush()
      try destination.finish()
    } catch {
      destination.abandon()
      throw error
    }
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
    try writer.end()
    return writer.rowCount
  }
}
