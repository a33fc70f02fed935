import StrataStack
import Foundation
import Strata
import StrataImport
import StrataApplication
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// A run of the import of an export: it inserts what doesn't exist yet, or only counts it.
@MainActor struct DocumentImport {
  /// The number of data points per save.
  private static let chunkSize = 5000

  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ImportFile
  private let isDry: Bool
  private let kinds: RecordKinds
  private var items: DocumentItems
  /// The numbers of added objects of other plugins, by record name.
  private var addedObjects: [String: Int] = [:]
  /// The data points to save, by the author who logged them.
  private var waiting: [TransactionAuthor?: [DocumentPoint]] = [:]
  private var hasHeader = false
  private var partCount = 0
  private var end: Int?
  private(set) var addedPoints = 0
  private(set) var knownPoints = 0
  private(set) var badCount = 0

  init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, _ file: ImportFile, isDry: Bool
  ) throws {
    self.invocation = invocation
    self.environment = environment
    self.file = file
    self.isDry = isDry
    kinds = try RecordKinds(environment)
    items = DocumentItems(environment.stack.container, isDry: isDry)
  }

  var added: [(name: String, count: Int)] {
    [
      ("items", items.addedItems), ("options", items.addedOptions), ("tags", items.addedTags),
    ] + kinds.plugins.map { ($0.recordName + "s", addedObjects[$0.recordName] ?? 0) }
      + [("data points", addedPoints)]
  }

  /// Throws if the file has invalid parts and nothing else. Call this after reading.
  ///
  /// - Throws: `ShellError` if nothing was added, nothing existed already, and a part is invalid.
  func refuseIfAllIsBad() throws(ShellError) {
    guard badCount > 0, knownPoints == 0, ImportCounting.text(added) == nil else { return }
    if badCount >= partCount { throw .allBad(partCount, "part") }
    throw ShellError(
      "nothing was imported: \(badCount) of the \(partCount) parts \(badCount == 1 ? "is" : "are") bad"
    )
  }

  /// Reads the whole file.
  ///
  /// - Throws: `ShellError` for a file of a newer version, one that isn't an export, or a truncated
  ///   one.
  mutating func read(_ source: any ByteSource, _ form: DocumentForm) throws {
    do {
      var reader = try form.reader(source, kinds)
      while end == nil {
        do {
          guard let (record, place) = try reader.next() else { break }
          do {
            try take(record, at: place)
          } catch let error where error is DocumentProblem || error is TooManyOptions {
            report(place, DocumentProblem(error).message)
          }
        } catch let fault as DocumentFault {
          guard hasHeader else { throw notAnExport(fault.place) }
          partCount += 1
          report(fault.place, fault.message)
        }
      }
      try saveAll()
    } catch let error as CSVReader.Malformed {
      try saveAll()
      throw ShellError(
        "\(file.name):\(error.place.line):\(error.place.column): \(error.message)",
        hint: rest)
    }
    guard let end else {
      throw ShellError("\(file.name) has no end: it was cut off", hint: rest)
    }
    guard end == partCount else {
      throw ShellError(
        "\(file.name) has \(partCount) parts, and was written with \(end): some are missing",
        hint: rest)
    }
  }

  private var rest: String { isDry ? "nothing was imported" : "what could be read was taken" }

  private func notAnExport(_ place: CSVReader.Place) -> ShellError {
    ShellError(
      "\(file.name):\(place.line): this is no export of the tracker",
      hint: "one begins with \(DocumentRecord.format) and a version")
  }

  private mutating func take(_ record: DocumentRecord, at place: CSVReader.Place) throws {
    guard hasHeader else {
      guard case .header(let version) = record else { throw notAnExport(place) }
      guard version <= DocumentRecord.version else {
        throw ShellError(
          "\(file.name) was written by a newer version: its form is \(version), and this program "
            + "knows \(DocumentRecord.version)", hint: "import it with the newer program")
      }
      hasHeader = true
      return
    }
    if case .end(let count) = record {
      end = count
      return
    }
    partCount += 1
    switch record {
    case .header: throw DocumentProblem("the header stands there twice")
    case .tag(let name): try items.take(tag: name)
    case .item(let item): try items.take(item)
    case .data(let data): try take(try DocumentPoint(data, items, at: place))
    case .object(let object): try take(object)
    case .end: break
    }
  }

  private mutating func take(_ object: ObjectRecord) throws {
    guard let target = items[object.item] else {
      throw DocumentProblem("there is no item “\(object.item)” before it")
    }
    let plugin = try kinds.plugin(of: object.kind)
    let context = ModelContext(environment.stack.container)
    context.author = object.author?.name
    let item = try context.existing(Item.self, by: \.uid, in: [target.uid])[target.uid]
    // In a dry run the items weren't inserted.
    guard item != nil || isDry else { throw DocumentProblem("its item was deleted meanwhile") }
    let isNew = try item.map { try plugin.insert(object, for: $0) } ?? true
    if !isDry { try context.save() }
    if isNew { addedObjects[object.kind, default: 0] += 1 }
  }

  private mutating func take(_ point: DocumentPoint) throws {
    waiting[point.record.author, default: []].append(point)
    guard waiting[point.record.author]?.count == Self.chunkSize else { return }
    try save(point.record.author)
  }

  private mutating func saveAll() throws {
    for author in waiting.keys.sorted(by: { $0?.name ?? "" < $1?.name ?? "" }) { try save(author) }
  }

  private mutating func save(_ author: TransactionAuthor?) throws {
    try invocation.checkCancellation()
    environment.output.progress(
      "reading", completed: file.readCount / 1000, total: file.byteCount.map { $0 / 1000 }
    ) { "\($0) KB" }
    guard let points = waiting.removeValue(forKey: author), !points.isEmpty else { return }
    if isDry {
      let context = ModelContext(environment.stack.container)
      let known = try context.existing(ItemData.self, by: \.uid, in: points.map(\.record.uid)).count
      knownPoints += known
      addedPoints += points.count - known
      return
    }
    do {
      count(
        try environment.stack.container.import(
          points, author: author, options: ImportOptions(chunkSize: Self.chunkSize)), of: points)
    } catch {
      // The data points of completed saves count as added.
      count(error.result, of: points)
      throw error.reason
    }
  }

  private mutating func count(_ result: ImportResult<ItemData>, of points: [DocumentPoint]) {
    addedPoints += result.counts.inserted
    knownPoints += result.counts.unchanged
    for failure in result.failures { report(points[failure.index].place, "\(failure.reason)") }
  }

  private mutating func report(_ place: CSVReader.Place, _ message: String) {
    badCount += 1
    environment.output.warning("\(file.name):\(place.line):\(place.column): \(message)")
  }
}
