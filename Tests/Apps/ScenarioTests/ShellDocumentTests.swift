import Foundation
import StrataTestSupport
import Testing

/// `Docs/Shell.md` and the other pages with sessions: each is run, one after the other in one folder, and
/// answers as the page says. `make record` writes down what has changed.
@Suite struct ShellDocuments {
  @Test(arguments: ["Shell.md"])
  func showWhatTheProgramAnswers(name: String) throws {
    let url = Repository.root.appendingPathComponent("Docs/\(name)")
    var parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```\n")
    let shell = try AppShell()
    var count = 0
    // Every second part stands between two fences.
    for index in parts.indices where index % 2 == 1 && parts[index].hasPrefix("$ ") {
      let actual = try DocumentedSession(parts[index]).run(in: shell)
      count += 1
      if !Recording.isOn {
        #expect(Transcript.firstDifference(parts[index], actual) == nil, "session \(count)")
      }
      parts[index] = actual
    }
    #expect(count > 0)
    if Recording.isOn { try Recording.write(parts.joined(separator: "```\n"), to: url) }
  }
}

/// Commands of the system's shell behind `$`, with what they wrote, and lines that were typed at the
/// program's prompt.
private struct DocumentedSession {
  private struct Step {
    var command: String
    var typed: [String] = []
  }

  private static let prompt = "appshell> "
  private var steps: [Step] = []

  init(_ text: String) {
    for row in text.split(separator: "\n") {
      if row.hasPrefix("$ ") {
        steps.append(Step(command: String(row.dropFirst(2))))
      } else if row.hasPrefix(Self.prompt), !steps.isEmpty {
        steps[steps.count - 1].typed.append(String(row.dropFirst(Self.prompt.count)))
      }
    }
  }

  /// The same session with what the program answers today, on a Monday morning.
  func run(in shell: AppShell) throws -> String {
    var text = ""
    for step in steps {
      try shell.write(step.typed.map { $0 + "\n" }.joined(), to: "typed-lines")
      let echo = step.typed.isEmpty ? "" : "--echo "
      let result = try shell.pipeline(
        """
        appshell() { "$APPSHELL" \(echo)"$@"; }
        { \(step.command); } <typed-lines 2>&1
        """,
        environment: ["APPSHELL_NOW": "2026-11-23T09:15:30Z"])
      text += "$ \(step.command)\n" + result.output.normalized(folder: shell.folder.url.path)
    }
    return text
  }
}
