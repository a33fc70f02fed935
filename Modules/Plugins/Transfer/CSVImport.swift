import Foundation
import Strata
import StrataApplication
import StrataShell

/// One run of `import`.
@MainActor struct CSVImport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ArgumentValue
  private let context: ModelContext

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    file = try invocation.require("FILE.csv")
    // Inside a transaction of several lines the import is part of it. Where the shell itself writes
    // as import, its context serves as well.
    context =
      environment.isInTransaction || environment.stack.mainAuthor == Self.author
      ? environment.context : try environment.stack.backgroundContext(author: Self.author)
  }

  private static let author: TransactionAuthor = "import"

  func perform() async throws {
    let service = try environment.service(
      (any RecordTransfer).self, for: "take in records", from: "Tracker")
    var reader = try open()
    let header = try readHeader(&reader)
    let options = try ImportOptions(invocation, environment)
    let records = try service.makeImport(
      ImportRequest(
        header: header, date: options.date, items: options.items, timeZone: options.timeZone,
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
    report(records, badCount)
  }

  private func open() throws -> CSVReader {
    if file.text.hasPrefix("sample:") {
      let name = String(file.text.dropFirst("sample:".count))
      guard let bytes = environment.samples[name] else {
        throw file.error(
          "there is no sample “\(name)”",
          hint: "there is \(environment.samples.keys.sorted().joined(separator: ", "))")
      }
      return try located { try CSVReader(BytesSource(bytes)) }
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.text, isDirectory: &isFolder) else {
      throw file.error("there is no file \(file.text)")
    }
    if isFolder.boolValue { throw file.error("\(file.text) is a folder; name a file in it") }
    do {
      let source = try FileSource(URL(fileURLWithPath: file.text))
      return try located { try CSVReader(source) }
    } catch let error as CocoaError {
      throw file.error("can't read \(file.text): \(ShellError(error).message)")
    }
  }

  private func readHeader(_ reader: inout CSVReader) throws -> [String] {
    guard let record = try located({ try reader.record() }) else {
      throw file.error("\(file.text) is empty", hint: "its first line names the columns")
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
        environment.output.progress("importing rows", completed: rowCount)
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
    environment.output.warning("\(file.text):\(place.line):\(place.column): \(message)")
  }

  /// Gives errors of the file itself their place.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CSVReader.Malformed {
      throw ShellError(
        "\(file.text):\(error.place.line):\(error.place.column): \(error.message)",
        hint: "nothing was imported")
    }
  }

  private func report(_ records: any RecordImport, _ badCount: Int) {
    let added = records.summary.filter { $0.count > 0 }
    var parts: [String] = []
    let isDry = invocation.flag("dry-run")
    if added.isEmpty {
      parts.append(isDry ? "would add nothing" : "added nothing")
    } else {
      let list = added.map { "\($0.count) \($0.count == 1 ? singular($0.name) : $0.name)" }
      parts.append("\(isDry ? "would add" : "added") \(list.joined(separator: ", "))")
    }
    if records.knownCount > 0 {
      parts.append(
        records.knownCount == 1
          ? "1 data point was there already"
          : "\(records.knownCount) data points were there already")
    }
    if badCount > 0 { parts.append("\(badCount) bad \(badCount == 1 ? "row" : "rows") left out") }
    environment.output.message(parts.joined(separator: "; "))
  }

  private func singular(_ plural: String) -> String {
    plural.hasSuffix("s") ? String(plural.dropLast()) : plural
  }
}
