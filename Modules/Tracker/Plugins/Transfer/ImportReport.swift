import StrataApplication
import StrataShell

/// The report of an import.
@MainActor struct ImportReport {
  let isDry: Bool

  func show(
    _ summary: [(name: String, count: Int)], known: Int, bad: Int, _ part: String, _ output: Output
  ) {
    let added = ImportCounting.text(summary) ?? "nothing"
    var parts = ["\(isDry ? "would add" : "added") \(added)"]
    if known > 0 {
      parts.append(
        known == 1 ? "1 data point was there already" : "\(known) data points were there already")
    }
    if bad > 0 { parts.append("\(bad) bad \(bad == 1 ? part : part + "s") left out") }
    output.message(parts.joined(separator: "; "))
  }
}
