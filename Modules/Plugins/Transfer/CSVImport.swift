import Foundation
import Strata
import StrataApplication
import StrataShell

/// One import of a CSV file, whose columns an option each says what to make of.
@MainActor struct CSVImport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let mapping: ColumnMapping
  private let file: ImportFile
  private let context: ModelContext

  init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, _ mapping: ColumnMapping,
    _ file: ImportFile
  ) throws {
    self.invocation = invocation
    self.environment = environment
    self.mapping = mapping
    self.file = file
    // Inside a transaction of several lines the import is part of it. Where the shell itself writes
    // as import, its context serves as well.
    context =
      environment.isInTransaction || environment.stack.mainAuthor == Self.author
      ? environment.context : try environment.stack.backgroundContext(author: Self.author)
  }

  private static let author: TransactionAuthor = "import"

  func perform() throws {
    let service = try environment.service(
      (any RecordTransfer).self, for: "take in records", from: "Tracker")
    let delimiter = mapping.delimiter ?? CSVDialect.delimiter(of: file.bytes.beginning).byte
    var reader = try located { try CSVReader(file.bytes, delimiter: delimiter) }
    let header = try readHeader(&reader)
    let records = try service.makeImport(
      ImportRequest(
        header: header, date: mapping.date, items: mapping.items, forms: mapping.forms,
        context: context))
    let badCount = try take(&reader, fieldCount: header.count, records)
    if badCount > 0, invocation.flag("strict") {
      throw ShellError(
        "nothing was imported: \(badCount) of the rows \(badCount == 1 ? "is" : "are") bad",
        hint: "mend the file, or leave out --strict to take the good rows")
    }
    if !invocation.flag("dry-run") {
      try records.add()
      if context !== environment.context {
        try context.save()
        try environment.context.mergeChanges()
      }
    }
    ImportReport(isDry: invocation.flag("dry-run")).show(
      records.summary, known: records.knownCount, bad: badCount, "row", environment.output)
  }

  private func readHeader(_ reader: inout CSVReader) throws -> [String] {
    guard let record = try located({ try reader.record() }) else {
      throw ShellError("\(file.name) is empty", hint: "its first line names the columns")
    }
    return record.fields.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func take(
    _ reader: inout CSVReader, fieldCount: Int, _ records: any RecordImport
  ) throws -> Int {
    var rowCount = 0
    var badCount = 0
    while let record = try located({ try reader.record() }) {
      rowCount += 1
      if rowCount % 500 == 0 {
        try invocation.checkCancellation()
        environment.output.progress(
          "importing", completed: file.readCount / 1000, total: file.byteCount.map { $0 / 1000 }
        ) { "\($0) KB" }
      }
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
    }
    return badCount
  }

  private func warn(_ place: CSVReader.Place, _ message: String) {
    environment.output.warning("\(file.name):\(place.line):\(place.column): \(message)")
  }

  /// Gives errors of the file itself their place.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CSVReader.Malformed {
      throw ShellError(
        "\(file.name):\(error.place.line):\(error.place.column): \(error.message)",
        hint: "nothing was imported")
    }
  }
}
