import Foundation
import Strata
import StrataApplication
import StrataShell

/// One run of `export`.
///
/// The file is written beside its place and moved there when it is whole, so that a failure leaves
/// what was there before.
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
    let part = file.text + ".part"
    guard FileManager.default.createFile(atPath: part, contents: nil),
      let handle = FileHandle(forWritingAtPath: part)
    else {
      throw file.error("can't write \(file.text)", hint: "is the folder there, and may you write it?")
    }
    let count: Int
    do {
      let sink = FileDescriptorOutput(descriptor: handle.fileDescriptor, name: file.text)
      let output = Output(
        standardOutput: sink, standardError: FileDescriptorOutput.standardError(), format: format,
        timeZone: environment.output.timeZone)
      count = try write(service, to: output)
      try output.flush()
      try handle.synchronize()
      try handle.close()
      try move(part)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
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

  private func move(_ part: String) throws {
    guard rename(part, file.text) == 0 else {
      throw file.error("can't write \(file.text): \(String(cString: strerror(errno)))")
    }
  }
}
