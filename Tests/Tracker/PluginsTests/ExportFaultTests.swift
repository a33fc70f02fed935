import Foundation
import Strata
import StrataStack
import StrataDomain
import StrataTestSupport
import Testing
import StrataTrackerModel
import StrataTrackerPlugin

@testable import StrataApplication
@testable import StrataShell
@testable import StrataTransferPlugin

/// What the system refuses an export: it leaves a whole file or none, and can be done again.
@MainActor @Suite struct ExportFaults {
  @Test(arguments: Fault.allCases)
  func leaveAWholeFileOrNone(fault: Fault) throws {
    var random = SeededGenerator(for: "export \(fault)")
    let template = try Tracked.template()
    let undisturbed = try Tracked(template)
    let calls = try fault.calls { try undisturbed.export() }
    let whole = try undisturbed.exported()
    // The header, the form, each item with its option and data points, the end.
    #expect(whole.split(separator: "\n").count == 2 + 4 * (2 + 6) + 1)
    for persists in [false, true] {
      for number in Fault.numbers(upTo: calls, &random) {
        let place = "\(fault) \(number) of \(calls)\(persists ? " and all behind" : "")"
        let tracked = try Tracked(template)
        let outcome = fault.inject(at: number, persists: persists) { try tracked.export() }
        if let error = outcome.error {
          #expect(error is StorageError || error is StackError, "\(place): \(error)")
          #expect(try tracked.files() == [], "\(place): \(error)")
          tracked.environment.rollback()
          #expect(throws: Never.self, "\(place): after \(error)") { try tracked.export() }
        }
        #expect(try tracked.exported() == whole, "\(place)")
        #expect(try tracked.files() == ["all.csv"], "\(place)")
      }
    }
  }
}

/// A tracker of which nothing has been read.
@MainActor private final class Tracked {
  let environment: ApplicationEnvironment
  private let folder: TemporaryFolder

  init(_ template: Data) throws {
    folder = try TemporaryFolder()
    try template.write(to: folder.file())
    let plugins: [any Plugin] = [TrackerPlugin(), TransferPlugin()]
    environment = ApplicationEnvironment(
      stack: try Self.open(folder),
      output: Output(standardOutput: CapturedOutput(), standardError: CapturedOutput()),
      plugins: plugins, samples: [:])
    for plugin in plugins { try plugin.start(in: environment) }
  }

  private static func open(_ folder: TemporaryFolder) throws -> BasicDataStack {
    try BasicDataStack(
      for: TrackerPlugin().models, configurations: ModelConfiguration(url: folder.file()),
      mainAuthor: TransactionAuthor("test"))
  }

  /// A store without a log.
  static func template() throws -> Data {
    let folder = try TemporaryFolder()
    try fill(folder)
    return try Data(contentsOf: folder.file())
  }

  private static func fill(_ folder: TemporaryFolder) throws {
    let context = ModelContext(try open(folder).container)
    for number in 0..<4 {
      let item = Item(name: try ItemName("Item \(number)"), kind: .singleValue)
      context.insert(item)
      let option = try item.addOption(labeled: "option")
      for hour in 0..<6 {
        let content = try ItemDataContent(
          parts: .init(
            kind: .singleValue,
            startDate: Date(timeIntervalSinceReferenceDate: Double(hour) * 3600),
            value1: Double(hour)))
        let point = ItemData(dataContent: content)
        context.insert(point)
        point.item = item
        try point.select([option.number])
        point.memo = Memo(text: "memo \(number) \(hour)")
      }
    }
    try context.save()
  }

  func export() throws {
    let command = try #require(TransferPlugin().commands.first { $0.signature.words == ["export"] })
    let line = "export '\(folder.file("all.csv").path)'"
    var tokenizer = Tokenizer(line)
    _ = try tokenizer.next()
    let invocation = try InvocationParser.parse(
      command.signature, in: LogicalLine(line), at: tokenizer, cancellation: Cancellation())
    try FileExport(invocation, environment).perform()
  }

  func exported() throws -> String {
    try String(contentsOf: folder.file("all.csv"), encoding: .utf8)
  }

  /// The files beside the store's own.
  func files() throws -> [String] { try folder.names().filter { !$0.hasPrefix("test.store") } }
}
