import Foundation
import StrataTestSupport
import Testing

/// Tests of input that ends too early, never, or before it began.
@Suite(.timeLimit(.scaledMinutes(5))) struct EndOfInput {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
  }

  private static let lines = ["begin", "log Weight 1", "log Weight 2 --memo x"]

  private func expectLoss(_ result: AppShell.Result) throws {
    #expect(result.status == 1)
    #expect(
      result.error == """
        error: 4 changes were dropped: the input ended before save
          hint: end what begin opened with save, or with rollback

        """)
    #expect(try shell.lines("count ItemData", options: ["--format", "csv"]).output == "count\n0\n")
  }

  @Test func insideATransactionIsAnErrorOfAPipe() throws {
    try expectLoss(
      try shell.run(["--store", shell.store], input: Self.lines.joined(separator: "\n")))
  }

  @Test func insideATransactionIsAnErrorOfAScript() throws {
    try shell.write(Self.lines.joined(separator: "\n") + "\n", to: "a.txt")
    try expectLoss(try shell.run(["--store", shell.store, "-f", "a.txt", "--quiet"]))
  }

  @Test(arguments: ["quit", "exit", "echo"])
  func insideATransactionIsAnErrorOfArguments(last: String) throws {
    let lines = (Self.lines + [last]).flatMap { ["-c", $0] }
    var result = try shell.run(["--store", shell.store] + lines)
    result.output = ""
    try expectLoss(result)
  }

  @Test(arguments: [["begin"], lines + ["save"], lines + ["rollback"], ["begin", "count Item"]])
  func afterATransactionIsNone(lines: [String]) throws {
    let result = try shell.run(["--store", shell.store], input: lines.joined(separator: "\n"))
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
  }

  @Test(arguments: [[], ["--keep-going"]])
  func thatNeverComesIsGivenUp(options: [String]) throws {
    let result = try shell.run(["--memory", "-f", "/dev/zero"] + options)
    #expect(result.status == 1)
    #expect(
      result.error == """
        /dev/zero:1: error: the line doesn't end within 4194304 bytes; what follows isn't read
          hint: is this a script?

        """)
  }

  @Test func thatNeverComesFromAPipeIsGivenUp() throws {
    let result = try shell.pipeline(
      #"{ echo 'echo one'; yes 'a line of some length, which goes on in the next one: \'; } | "$APPSHELL" --memory --keep-going"#
    )
    #expect(result.status == 1)
    #expect(result.output == "one\n")
    #expect(result.error.hasPrefix("<stdin>:2: error: the line doesn't end within"))
  }

  @Test(arguments: ["TERM", "INT", "HUP"])
  func ofAPipeThatNobodyWritesToCanBeInterrupted(signal: String) throws {
    let result = try shell.pipeline(
      """
      mkfifo pipe
      "$APPSHELL" --memory -c 'echo ready' -f pipe >out 2>err & program=$!
      tries=0; until grep -q ready out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
      kill -\(signal) $program; wait $program; echo "status $?"
      """)
    // A shell lets what it starts in the background ignore SIGINT.
    #expect(result.output == "status 1\n" || result.output == "status 0\n")
  }

  @Test func ofAClosedOneIsAnError() throws {
    let result = try shell.pipeline(#""$APPSHELL" --store tracker.store <&-"#)
    #expect(result.status == 1)
    #expect(result.error == "<stdin>:1: error: can't read <stdin>: Bad file descriptor\n")
  }

  @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-", "2>&-"])
  func withoutAnOutputLeavesASoundStore(closed: String) throws {
    let result = try shell.pipeline(
      """
      for store in tracker.store new.store; do
        "$APPSHELL" --store $store -c 'item add Height --kind singleValue' \
          -c 'log Height 5 --memo "a remark"' -c 'count ItemData' -c 'help' \(closed)
        echo "status $?"
        "$APPSHELL" --store $store --format csv -c check -c 'count Item where name == "Height"'
      done
      """)
    let status = closed == "2>&-" ? 0 : 1
    let answers = result.lines.filter { $0.hasPrefix("status") || $0 == "1" }
    #expect(answers == ["status \(status)", "1", "status \(status)", "1"])
    #expect(
      try shell.folder.names().filter { $0.hasSuffix("lock") || $0.hasSuffix("wal") }.isEmpty)
  }
}
