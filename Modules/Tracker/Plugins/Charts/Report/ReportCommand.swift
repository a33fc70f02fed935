import StrataStack
import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The command `report`, which writes a page with the items' tables and charts.
enum ReportCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["report"], "write a page with tables and charts",
      arguments: [.required("FILE.html", "the page")],
      options: [
        .value("item", "NAME", "only this item", isRepeatable: true)
      ] + DateLimits.options + [
        .timeZone,
        .flag("watch", "write it anew whenever something is saved, until Ctrl-C"),
        .flag("overwrite", "replace a file that is no report"),
      ],
      discussion: """
        The page is one file that needs no other: a browser shows it on any screen, light or dark. A \
        report that is there is replaced. With --watch, what other programs save counts too, and a \
        page that is open shows the new one within seconds.

        """ + CommandLineOption.dateDiscussion,
      examples: ["report health.html", "report health.html --item Weight --from 2026-01-01"],
      group: group,
      completion: { request, environment in
        request.option == "item"
          ? ItemCompletion.names(environment)
          : FileCompletion.candidates(for: request.prefix)
      }, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let name = try invocation.require("FILE.html")
    let file = try PictureFile(
      name, environment,
      replaces: try invocation.flag("overwrite") || ReportPage.isReport(name.text))
    let request = try ChartRequest(invocation, environment)
    let isWatched = invocation.flag("watch")
    // The updates begin before the first query, so that no save between the two is missed.
    let updates = isWatched ? try environment.stack.container.historyUpdates() : nil
    var page = try ReportPage(request, reloads: isWatched)
    try file.write(page.text)
    environment.output.message("wrote \(file.name)")
    guard let updates else { return }
    try environment.output.flush()
    for try await _ in SavesToShow.stream(updates) {
      try invocation.checkCancellation()
      let next = try ReportPage(try request.renewed(), reloads: true)
      guard next.version != page.version else { continue }
      page = next
      try file.write(page.text)
    }
    try invocation.checkCancellation()
  }
}
