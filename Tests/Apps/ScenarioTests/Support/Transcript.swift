/// A session with the program as a person would see it: how it was started, each line behind its
/// prompt, and the answer, errors included, where it came.
struct Transcript: Equatable {
  /// The program's arguments.
  let arguments: [String]
  /// The typed lines.
  let lines: [String]
  let text: String

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private static let start = "$ appshell "
  private static let prompt = "appshell>"
  private static let continuationPrompt = "..."

  /// Reads what was written down.
  ///
  /// - Throws: ``Malformed`` when its first line doesn't say how the program was started.
  init(_ text: String) throws {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let first = rows.popFirst(), first.hasPrefix(Self.start) else {
      throw Malformed(description: "a transcript begins with “\(Self.start)”")
    }
    arguments = first.dropFirst(Self.start.count).split(separator: " ").map(String.init)
    var lines: [String] = []
    var continues = false
    for row in rows {
      guard let line = Self.typed(row, behind: continues ? Self.continuationPrompt : Self.prompt)
      else {
        continues = false
        continue
      }
      lines.append(line)
      continues = line.hasSuffix("\\")
    }
    self.lines = lines
    self.text = text
  }

  /// Writes down a session, its last line being the exit status.
  init(arguments: [String], output: String, status: Int32) throws {
    let command = Self.start + arguments.joined(separator: " ")
    try self.init("\(command)\n\(output)$ echo $?\n\(status)\n")
  }

  private static func typed(_ row: Substring, behind prompt: String) -> String? {
    if row == prompt { return "" }
    return row.hasPrefix(prompt + " ") ? String(row.dropFirst(prompt.count + 1)) : nil
  }
}

extension Transcript {
  /// The version of SQLite that the session says its plans are of, `3.40`.
  var planVersion: String? {
    lines.lazy.compactMap { $0.firstMatch(of: #/SQLite (\d+\.\d+)/#) }.first.map {
      String($0.output.1)
    }
  }

  var hasPlans: Bool { rows.contains(where: Self.isPlan) }

  /// The lines, said to be of another version of SQLite.
  func lines(planVersion: String) -> [String] {
    lines.map { $0.replacing(#/SQLite \d+\.\d+/#, with: "SQLite \(planVersion)") }
  }

  /// The session without what another version of SQLite may answer otherwise.
  var withoutPlans: String {
    rows.filter { !Self.isPlan($0) && !$0.contains(#/# .*SQLite \d+\.\d+/#) }
      .joined(separator: "\n")
  }

  private var rows: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  // As a table, as CSV and as JSON.
  private static func isPlan(_ row: Substring) -> Bool {
    ["plan   ", "plan,", #"{"what":"plan","#].contains { row.hasPrefix($0) }
  }

  /// The first line in which two texts differ, with the line that was typed before it; nil when they
  /// are the same.
  static func firstDifference(_ expected: String, _ actual: String) -> String? {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let index = (0..<max(expected.count, actual.count)).first(where: {
        $0 >= expected.count || $0 >= actual.count || expected[$0] != actual[$0]
      })
    else { return nil }
    let typed = actual.prefix(index + 1).last { $0.hasPrefix(prompt) } ?? ""
    return """
      line \(index + 1), after “\(typed)”
      expected: \(index < expected.count ? expected[index] : "nothing")
      but was:  \(index < actual.count ? actual[index] : "nothing")
      """
  }
}
