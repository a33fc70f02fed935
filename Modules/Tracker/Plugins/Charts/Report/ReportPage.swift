import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataPlatform
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// An HTML page with tables and charts of items.
@MainActor struct ReportPage {
  /// The page's HTML.
  let text: String
  /// A version of the content, which changes with it.
  let version: String

  private static let mark = "<meta name=\"generator\" content=\"StrataCharts report\">"

  /// True if the file is a report that this command wrote, so that it may be replaced.
  ///
  /// Only plain files are read. O_NONBLOCK keeps a pipe without a writer from blocking.
  static func isReport(_ path: String) throws -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // A file that can't be read isn't known to be a report, so it must not be replaced.
    guard descriptor >= 0 else { return false }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let start = try file.read(upToCount: 1024) ?? Data()
    return String(decoding: start, as: UTF8.self).contains(mark)
  }

  init(_ request: ChartRequest, reloads: Bool) throws {
    let names = request.invocation.options("item")
    let environment = request.environment
    let items =
      names.isEmpty ? try environment.items() : try names.map { try environment.item(named: $0) }
    var body = ReportText()
    for item in items { try ReportSection(item, request).add(to: &body) }
    if items.isEmpty { body.element("p", "There are no items yet.") }
    // Properties can't throw, so data that couldn't be read would be missing from the page.
    try environment.checkReads()
    version = Self.digest(of: body.text)
    let limits = request.limits
    var dates = ""
    let calendar = try request.calendar()
    if limits.lowerBound > .earliest {
      dates += " from \(DateLabel.minute(limits.lowerBound, in: calendar))"
    }
    if limits.upperBound < .latest {
      dates += " to \(DateLabel.minute(limits.upperBound, in: calendar))"
    }
    var page = ReportText()
    page.raw(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(Self.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(reloads ? ReportReload.script(version: version) : "")<title>Tracker report</title>
      <style>
      \(Palette.rules)\(Self.rules)</style>
      </head>
      <body>
      <main>
      <h1>Tracker report</h1>

      """)
    let now = DateLabel.minute(environment.now(), in: calendar)
    page.element(
      "p", "\(items.count) \(items.count == 1 ? "item" : "items")\(dates), as of \(now)",
      "class=\"muted\"")
    page.raw(body.text)
    page.raw("</main>\n</body>\n</html>\n")
    text = page.text
  }

  // FNV-1a with 64 bits, since Swift's own hashes differ between processes.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  private static let rules = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--ground);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
    main{max-width:900px;margin:0 auto;padding:1rem}
    h1{font-size:1.5rem;margin:.5rem 0 0}
    h2{font-size:1.2rem;margin:2.5rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--grid)}
    h3{font-size:.875rem;color:var(--muted);font-weight:600;margin:1rem 0 .25rem}
    p{margin:.25rem 0 1rem}
    dl{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;margin:.25rem 0 1rem}
    dt{font-size:.75rem;color:var(--muted)}
    dd{margin:0;font-size:1.125rem;font-variant-numeric:tabular-nums}
    .muted{color:var(--muted)}
    svg.chart{display:block;width:100%;height:auto;margin:.5rem 0}
    .narrow{display:none}
    @media(max-width:640px){.wide{display:none}.narrow{display:block}}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.875rem;margin:.5rem 0}
    th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--grid);
    white-space:nowrap}
    th{color:var(--muted);font-weight:600}
    .n{text-align:right;font-variant-numeric:tabular-nums}
    summary{cursor:pointer;color:var(--muted)}
    @media print{details{display:none}}

    """
}
