import Foundation

/// Prints outcomes as they come: a table for people, or one JSON object a line.
struct Report {
  let isJSON: Bool
  private var hasHeading = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  mutating func add(_ outcome: Outcome) {
    print(isJSON ? Self.json(outcome) : row(outcome))
    fflush(nil)
  }

  private mutating func row(_ outcome: Outcome) -> String {
    var lines: [String] = []
    if !hasHeading {
      hasHeading = true
      let names = [
        "workload", "size", "ours ms", "raw ms", "ours ÷ raw", "aim", "others ms (÷ raw)",
        "published ms, other machines",
      ]
      lines.append(Self.padded(names))
    }
    let peers = outcome.peers.map { peer in
      let ratio = outcome.raw.map { " (\(Self.text(peer.median / $0)))" } ?? ""
      return "\(peer.name) \(Self.text(peer.median))\(ratio)"
    }
    lines.append(
      Self.padded([
        outcome.workload, "\(outcome.count)", Self.text(outcome.ours), Self.text(outcome.raw),
        Self.text(outcome.ratio), Self.text(outcome.aim), peers.joined(separator: ", "),
        outcome.published.map { "\($0.name) \(Self.text($0.milliseconds))" }
          .joined(separator: ", "),
      ]))
    return lines.joined(separator: "\n")
  }

  private static func padded(_ cells: [String]) -> String {
    let widths = [10, 8, 10, 10, 10, 5]
    return cells.enumerated().map { index, cell in
      switch index {
      case 0: cell + spaces(widths[0] - cell.count)
      case 1..<widths.count: spaces(widths[index] - cell.count) + cell
      // What others took is of any length; only the last column may go on.
      case widths.count: cell + spaces(44 - cell.count)
      default: cell
      }
    }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }

  private static func text(_ number: Double?) -> String {
    number.map { String(format: $0 < 10 ? "%.2f" : "%.1f", $0) } ?? "–"
  }

  private static func json(_ outcome: Outcome) -> String {
    func number(_ value: Double?) -> String { value.map { String(format: "%.4f", $0) } ?? "null" }
    let published = outcome.published.map { "\"\($0.name)\":\(number($0.milliseconds))" }
      .joined(separator: ",")
    return """
      {"workload":"\(outcome.workload)","n":\(outcome.count),"ours_ms":\(number(outcome.ours)),\
      "raw_ms":\(number(outcome.raw)),"peer_ms":\(number(outcome.peers.first?.median)),\
      "ratio":\(number(outcome.ratio)),"aim":\(number(outcome.aim)),"published_ms":{\(published)}}
      """
  }
}
