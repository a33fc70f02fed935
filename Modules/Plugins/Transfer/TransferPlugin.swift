internal import Strata
public import StrataApplication
public import StrataShell

/// Commands that take records in from files and write them to files.
///
/// What the records are is up to another plugin, which offers a ``RecordTransfer``.
public struct TransferPlugin: Plugin {
  /// `Transfer`.
  public let name = "Transfer"
  /// What it brings.
  public let summary = "records from files and to files"

  /// The plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["import"], "take in data points from a CSV file, as one transaction",
        arguments: [.required("FILE.csv", "the file; sample:NAME for one that comes along")],
        options: [
          .value("date", "COLUMN", "the column with the date of each row"),
          .value(
            "item", "NAME:KIND:COLUMN[,COLUMN][:UNIT]", "what to make of which columns",
            isRepeatable: true),
          .value("map", "FILE", "a file with further options, one a line: date …, item …"),
          .value("time-zone", "Z", "the zone of dates that have none; the machine's when left out"),
          .flag("strict", "take nothing when any row is bad"),
          .flag("dry-run", "say what would be done, and do nothing"),
        ],
        discussion: """
          A row is taken whole or not at all; bad rows are reported with line and column. What is in
          the store already isn't added again. The save's author is import, outside of a transaction.
          """,
        examples: ["import weather.csv --date date --item 'Wind:singleValue:wind:m/s'"],
        group: name, completion: Self.completeFile
      ) { invocation, environment in try await CSVImport(invocation, environment).perform() },
      Command(
        ["export"], "write data points to a file",
        arguments: [.required("FILE", "the file; - for standard output")],
        options: [
          .value("format", "FORMAT", "the file's form", choices: ["csv", "json"]),
          .value("item", "NAME", "only this item's"),
          .flag("overwrite", "replace a file that is there"),
        ],
        discussion: """
          Without --format the file's ending says its form: .csv, or .json, .jsonl and .ndjson for an
          object a line; a name without an ending and standard output get CSV. The file gets its name
          when all is written; when something can't be read, there is none, or the old one as it was.
          """,
        examples: ["export all.csv", "export weight.json --item Weight --overwrite", "export -"],
        group: name, completion: Self.completeFile
      ) { invocation, environment in try FileExport(invocation, environment).perform() },
    ]
  }

  @MainActor private static func completeFile(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.option == nil || request.option == "map" else { return [] }
    let samples = environment.samples.keys.map { "sample:\($0)" }.sorted()
    return FileCompletion.candidates(for: request.prefix)
      + samples.filter { $0.hasPrefix(request.prefix) }
  }
}
