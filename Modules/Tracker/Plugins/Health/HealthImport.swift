import StrataStack
import Foundation
import Strata
import StrataImport
import StrataApplication
import StrataShell
import StrataTrackerModel

/// A run of `health import`.
@MainActor struct HealthImport {
  private static let author: TransactionAuthor = "health"
  /// The number of records per save, and so the most that an aborted import loses.
  private static let chunkSize = 5000
  /// The number of errors that are reported individually.
  private static let toldFaults = 20

  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: HealthFile
  private let isDry: Bool
  private let wish: HealthWish
  private var reader: HealthReader
  private var tally = HealthTally()
  private var toldCount = 0

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    isDry = invocation.flag("dry-run")
    guard !environment.isInTransaction else {
      throw ShellError(
        "a transaction is open, and this import saves as it goes",
        hint: "save or rollback ends it")
    }
    var wish = HealthWish()
    wish.types = Set(invocation.options("type").map(\.text))
    wish.all = invocation.flag("all")
    wish.trusted = (invocation.option("trust")?.text ?? "").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    if let date = invocation.option("from") { wish.start = try environment.date(date) }
    let file = try HealthFile(try invocation.require("FILE"), invocation)
    self.file = file
    self.wish = wish
    let container = environment.stack.container
    reader = HealthReader(wish) { item in
      try MainActor.assumeIsolated { try item.storedIntervals(in: ModelContext(container)) }
    } _: {
      try MainActor.assumeIsolated { try file.input.read(invocation) }
    }
  }

  mutating func perform() throws {
    do {
      try takeAll()
      try file.finish()
    } catch {
      file.abandon()
      if !isDry { environment.importHasStopped(after: added) }
      throw error
    }
    try report()
  }

  private mutating func takeAll() throws {
    var points: [HealthPoint] = []
    while let result = try reader.next() {
      switch result {
      case .point(let point): points.append(point)
      case .passedOver(let type): tally.passOver(type)
      case .bad(let place, let type, let message):
        tally.addBad(type)
        warn(place, message)
      }
      if points.count == Self.chunkSize {
        try save(points)
        points.removeAll(keepingCapacity: true)
      }
    }
    try save(points)
    guard reader.hasBegun else {
      throw ShellError(
        "\(file.input.name) is no export of Apple Health: it has no HealthData",
        hint: "give export.xml, or the export.zip that the Health app makes")
    }
  }

  private mutating func save(_ points: [HealthPoint]) throws {
    try invocation.checkCancellation()
    environment.output.progress(
      "reading", completed: file.input.readCount / 1000,
      total: file.input.byteCount.map { $0 / 1000 }
    ) { "\($0) KB" }
    guard !points.isEmpty else { return }
    if isDry { return try lookUp(points) }
    do {
      count(
        try environment.stack.container.import(
          points, author: Self.author, options: ImportOptions(chunkSize: Self.chunkSize)),
        of: points)
    } catch {
      // The records of completed saves count as added.
      count(error.result, of: points)
      throw error.reason
    }
  }

  private var added: [(name: String, count: Int)] { [("data points", tally.added)] }

  private mutating func count(_ result: ImportResult<ItemData>, of points: [HealthPoint]) {
    for failure in result.failures { environment.output.warning("\(failure.reason)") }
    tally.add(
      Array(points.prefix(result.outcomes.count)),
      isKnown: result.outcomes.map { if case .unchanged = $0 { true } else { false } },
      isBad: result.outcomes.map { if case .failed = $0 { true } else { false } })
  }

  private mutating func lookUp(_ points: [HealthPoint]) throws {
    let context = ModelContext(environment.stack.container)
    var known = Set(try context.existing(ItemData.self, by: \.uid, in: points.map(\.uid)).keys)
    tally.add(
      points, isKnown: points.map { $0.role == .counted && !known.insert($0.uid).inserted },
      isBad: points.map { _ in false })
  }

  private mutating func warn(_ place: ElementScanner.Place, _ message: String) {
    toldCount += 1
    if toldCount <= Self.toldFaults {
      environment.output.warning("\(file.input.name):\(place): \(message)")
    }
  }

  private func report() throws {
    if toldCount > Self.toldFaults {
      environment.output.warning("and \(toldCount - Self.toldFaults) more like these")
    }
    if tally.added + tally.removed > 0, !isDry { try environment.importHasSaved() }
    try environment.output.print(tally.table)
    let isAllBad = tally.badCount > 0 && tally.added == 0 && tally.known == 0
    if !isAllBad { environment.output.message(summary) }
    if reader.aloneCount > 0 {
      environment.output.message(
        "\(count(reader.aloneCount, "blood pressure")) left out: the other half is missing, or could be one of several"
      )
    }
    for type in wish.types.sorted() where !tally.has(type) {
      environment.output.warning("\(file.input.name) has no record of the type \(type)")
    }
    for source in reader.unmatchedSources {
      environment.output.warning("no source of what adds up has “\(source)” in its name")
    }
    if tally.unknownTypes > 0, wish.types.isEmpty, wish.start == .distantPast {
      environment.output.message(
        "skipped types are taken with --type TYPE, or with --all")
    }
    guard reader.hasEnded else {
      throw ShellError(
        "\(file.input.name) ends at line \(reader.place.line), before the document does",
        hint: "it was cut off; all until there was taken")
    }
    if isAllBad {
      throw ShellError.allBad(
        tally.badCount, tally.passedOver > 0 ? "wanted record" : "record")
    }
  }

  private var summary: String {
    var parts = ["\(isDry ? "would add" : "added") \(count(tally.added, "data point"))"]
    if tally.known > 0 { parts.append("\(tally.known) were there already") }
    if tally.removed > 0 {
      let verb = isDry ? "would take out" : "took out"
      parts.append("\(verb) \(tally.removed) whose time another source counts")
    }
    if tally.badCount > 0 { parts.append("\(count(tally.badCount, "bad record")) left out") }
    return parts.joined(separator: "; ")
  }

  private func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
