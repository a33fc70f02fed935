import Foundation
import Strata
import StrataApplication
import StrataShell

/// A run of `import` for a CSV file, with options that map columns to items.
@MainActor struct CSVImport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let mapping: ColumnMapping
  private let file: ImportFile
  private let context: ModelContext
  /// True if the import saves in transactions of its own.
  private let savesByItself: Bool
  /// The numbers of saved objects so far.
  private var saved: [(name: String, count: Int)] = []
  private var rowCount = 0
  private var badCount = 0
  private let isDry: Bool

  /// - Parameter isDry: True to count what would be added only.
  init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, _ mapping: ColumnMapping,
    _ file: ImportFile, isDry: Bool
  ) throws {
    self.isDry = isDry
    self.invocation = invocation
    self.environment = environment
    self.mapping = mapping
    self.file = file
    // In an open transaction the import is part of it.
    savesByItself = !environment.isInTransaction
    context =
      savesByItself
      ? try environment.backgroundContext(named: "import") : environment.context
  }

  /// The number of data points per save, and so the most that an aborted import loses.
  private static let chunkSize = 50_000

  private var isStrict: Bool { invocation.flag("strict") }

  /// - Parameter bytes: The file's bytes from the beginning.
  mutating func perform(_ bytes: InputBytes) throws {
    let service = try environment.service(
      (any RecordTransfer).self, for: "take in records", from: "Tracker")
    let date = mapping.date.text
    let layout = CSVLayout(bytes.beginning, delimiter: mapping.delimiter) {
      ImportRequest.dateColumns(date, in: $0) != nil
    }
    var reader = try located { try CSVReader(bytes, delimiter: layout.byte) }
    for _ in 0..<layout.above { _ = try located { try reader.record() } }
    let header = try readHeader(&reader)
    let records = try service.makeImport(
      ImportRequest(
        header: header, date: mapping.date, items: mapping.items, forms: mapping.forms,
        context: context))
    do {
      try take(&reader, header, records)
      if badCount > 0, badCount == rowCount { throw ShellError.allBad(rowCount, "row") }
      if badCount > 0, isStrict {
        throw ShellError(
          "nothing was imported: \(badCount) of the rows \(badCount == 1 ? "is" : "are") bad",
          hint: "mend the file, or leave out --strict to take the good rows")
      }
      try resolve(records)
    } catch {
      environment.importHasStopped(after: saved)
      throw error
    }
    for warning in records.warnings { environment.output.warning(warning) }
    ImportReport(isDry: isDry).show(
      records.summary, known: records.knownCount, bad: badCount, "row", environment.output)
  }

  /// Inserts the collected data points, and saves them outside of a transaction.
  private mutating func resolve(_ records: any RecordImport) throws {
    try records.resolve(adding: !isDry)
    guard !isDry, savesByItself, context.hasChanges else { return }
    try context.save()
    context.reset()
    saved = records.summary
    try environment.importHasSaved()
  }

  private func readHeader(_ reader: inout CSVReader) throws -> [String] {
    guard let record = try located({ try reader.record() }) else {
      throw ShellError("\(file.name) is empty", hint: "its first line names the columns")
    }
    return CSVLayout.names(record.fields)
  }

  private mutating func take(
    _ reader: inout CSVReader, _ header: [String], _ records: any RecordImport
  ) throws {
    let fieldCount = header.count
    let date = ImportRequest.dateColumns(mapping.date.text, in: header)?.first
    var tables = TableEnds(header, date: date)
    while var record = try located({ try reader.record() }) {
      switch tables.look(at: record) {
      case .row: break
      case .header: continue
      case .table(let line):
        throw ShellError(
          "\(file.name):\(line): another table begins here",
          hint: "put each table into a file of its own")
      }
      rowCount += 1
      if rowCount % 500 == 0 {
        try invocation.checkCancellation()
        environment.output.progress(
          "importing", completed: file.readCount / 1000, total: file.byteCount.map { $0 / 1000 }
        ) { "\($0) KB" }
      }
      record.fields = CSVLayout.fields(record.fields, count: fieldCount)
      guard record.fields.count == fieldCount else {
        badCount += 1
        warn(
          record.end,
          "the row has \(record.fields.count) columns, and the header \(fieldCount)")
        continue
      }
      do {
        try records.take(record.fields)
      } catch let problem as RecordProblem {
        badCount += 1
        warn(record.places[problem.field], problem.message)
      }
      if records.keptCount >= Self.chunkSize, isDry || savesByItself && !isStrict {
        try resolve(records)
      }
    }
  }

  private func warn(_ place: CSVReader.Place, _ message: String) {
    environment.output.warning("\(file.name):\(place.line):\(place.column): \(message)")
  }

  /// Adds the position to errors of the file itself.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CSVReader.Malformed {
      throw ShellError(
        "\(file.name):\(error.place.line):\(error.place.column): \(error.message)",
        hint: saved.isEmpty ? "nothing was imported" : nil)
    }
  }
}
