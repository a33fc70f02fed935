import StrataShell

/// What an import came to, in words.
@MainActor struct ImportReport {
  let isDry: Bool

  func show(
    _ summary: [(name: String, count: Int)], known: Int, bad: Int, _ part: String, _ output: Output
  ) {
    let added = summary.filter { $0.count > 0 }
    var parts: [String] = []
    if added.isEmpty {
      parts.append(isDry ? "would add nothing" : "added nothing")
    } else {
      let list = added.map { "\($0.count) \($0.count == 1 ? singular($0.name) : $0.name)" }
      parts.append("\(isDry ? "would add" : "added") \(list.joined(separator: ", "))")
    }
    if known > 0 {
      parts.append(
        known == 1 ? "1 data point was there already" : "\(known) data points were there already")
    }
    if bad > 0 { parts.append("\(bad) bad \(bad == 1 ? part : part + "s") left out") }
    output.message(parts.joined(separator: "; "))
  }

  private func singular(_ plural: String) -> String {
    plural.hasSuffix("s") ? String(plural.dropLast()) : plural
  }
}
