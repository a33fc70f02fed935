import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// A run of `export`.
@MainActor struct FileExport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ArgumentValue

  /// The file extensions of each format.
  private static let endings: [(ending: String, format: OutputFormat)] = [
    ("csv", .csv), ("json", .json), ("jsonl", .json), ("ndjson", .json),
  ]

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    file = try invocation.require("FILE")
  }

  /// Returns the format of the option, or else of the file's extension. Without either it is CSV.
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
    if file.text == "-" {
      let output = environment.output
      _ = try write(to: output)
      return try output.flush()
    }
    let destination = try ExportDestination(file, invocation, environment)
    let count: Int
    do {
      let sink = FileDescriptorOutput(descriptor: destination.descriptor, name: file.text)
      let output = Output(
        standardOutput: sink, standardError: FileDescriptorOutput.standardError())
      count = try write(to: output)
      try output.flush()
    } catch {
      destination.abandon()
      throw error
    }
    try destination.finish()
    environment.output.message("wrote \(count) data \(count == 1 ? "point" : "points")")
  }

  private func write(to output: Output) throws -> Int {
    let context = environment.context
    let items = try invocation.option("item").map { try [environment.item(named: $0)] }
    let old = output.format
    defer { output.format = old }
    output.format = try format()
    let escapesFormulas = invocation.flag("escape-formulas")
    guard output.format != .json || !escapesFormulas else {
      throw invocation.usageError(
        "only CSV can have formulas", hint: "leave out --escape-formulas, or write CSV")
    }
    let writer: any DocumentWriter =
      output.format == .json
      ? JSONDocumentWriter(output)
      : try CSVDocumentWriter(output, escapesFormulas: escapesFormulas)
    let total = try pointCount(items, in: context)
    let kinds = try RecordKinds(environment)
    var export = try DocumentExport(context, kinds, writer) { count in
      guard count % 1000 == 0 else { return }
      try invocation.checkCancellation()
      environment.output.progress("exporting data points", completed: count, total: total)
    }
    try export.write(items)
    // Properties can't throw, so objects that couldn't be read would be missing from the file.
    try environment.checkReads()
    return export.pointCount
  }

  private func pointCount(_ items: [Item]?, in context: ModelContext) throws -> Int {
    guard let item = items?.first?.persistentModelID else {
      return try context.fetchCount(FetchDescriptor<ItemData>())
    }
    return try context.fetchCount(
      FetchDescriptor<ItemData>(predicate: #Predicate { $0.item?.persistentModelID == item }))
  }
}
