import StrataCoreDataStores
import StrataShell
import StrataStorage

/// The report of an import.
@MainActor struct ImportReport {
  private let report: CoreDataImport
  /// The maximal number of lines of each kind.
  private static let limit = 1000

  init(_ report: CoreDataImport) { self.report = report }

  /// Prints the report.
  ///
  /// - Throws: ``ShellError`` if something couldn't be imported or the new store has faults.
  func print(_ output: Output) throws {
    warn(report.notes, count: report.notes.count, "notes", output)
    warn(
      report.faults.map { "\($0.place): \($0.message)" }, count: report.faults.count, "faults",
      output)
    warn(report.problems.map { "\($0)" }, count: report.problemCount, "problems", output)
    try output.print(
      Table(
        ["entity", "objects"],
        rows: report.objectCounts.sorted { $0.key < $1.key }.map {
          [.text($0.key), Cell($0.value)]
        }))
    output.message(
      "imported \(report.objectCounts.values.reduce(0, +)) objects, \(report.linkCount) links and "
        + "\(report.transactionCount) transactions")
    if report.problemCount > 0 {
      throw ShellError(
        "\(report.problemCount) values or objects couldn't be imported",
        hint: "the warnings say which, and why")
    }
    // Inverse relationships that disagree are common in such stores, and each end reads its own
    // value.
    let faults = report.faults.filter { $0.kind != .inverse }.count
    if faults > 0 {
      throw ShellError(
        "\(faults) things in the new store aren't as they should be", hint: "the warnings say which"
      )
    }
  }

  private func warn(_ lines: [String], count: Int, _ what: String, _ output: Output) {
    for line in lines.prefix(Self.limit) { output.warning(line) }
    if count > Self.limit { output.warning("… and \(count - Self.limit) further \(what)") }
  }
}
