import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Closed output")
struct ClosedOutputTests {
  /// Takes some bytes, then fails.
  @MainActor
  private final class FailingOutput: OutputSink {
    let isTerminal = false
    let error: ShellError
    private var room: Int

    init(room: Int, error: ShellError) {
      self.room = room
      self.error = error
    }

    func write(_ bytes: [UInt8]) throws(ShellError) {
      room -= bytes.count
      if room < 0 { throw error }
    }
  }

  private static let endless = Command<ToyEnvironment>(["endless"], "") { invocation, environment in
    let writer = try environment.output.beginTable(["x"])
    while true { try writer.row([.text("y")]) }
  }

  @Test("a reader who leaves ends the program quietly and with success")
  func closedPipe() async throws {
    let sink = FailingOutput(room: 200_000, error: ShellError("", kind: .outputClosed))
    let toy = try ToyShell(commands: [Self.endless], format: .csv, standardOutput: sink)
    #expect(await toy.run("endless\nname add A") == .success)
    #expect(toy.errors == "")
    #expect(toy.environment.names.isEmpty)
  }

  @Test("a reader who leaves undoes no command that only had to report")
  func closedBeforeMessage() async throws {
    let sink = FailingOutput(room: 0, error: ShellError("", kind: .outputClosed))
    let toy = try ToyShell(
      commands: [
        Command(["add"], "") { _, environment in
          environment.names.append("A")
          environment.output.message("added")
        }
      ], standardOutput: sink)
    #expect(await toy.run("add\nname add B") == .success)
    #expect(toy.environment.names == ["A"])
    #expect(toy.environment.events == ["saved add"])
  }

  @Test("a failure before the reader left still counts")
  func failureBefore() async throws {
    let sink = FailingOutput(room: 0, error: ShellError("", kind: .outputClosed))
    let toy = try ToyShell(keepsGoing: true, standardOutput: sink)
    #expect(await toy.run("nonsense\necho x") == .commandFailed)
  }

  @Test("a full disk is an error")
  func fullDisk() async throws {
    let sink = FailingOutput(room: 0, error: ShellError("no space left"))
    let toy = try ToyShell(standardOutput: sink)
    #expect(await toy.run("echo x\necho y") == .commandFailed)
    #expect(toy.errors == "script.txt:1: error: no space left\n")
  }

  @Test("a real pipe without reader is told apart from other failures")
  func realPipe() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let sink = FileDescriptorOutput(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "standard output")
    try sink.write(Array("x".utf8))
    #expect(pipe.fileHandleForReading.availableData == Data("x".utf8))
    try pipe.fileHandleForReading.close()
    #expect {
      try sink.write(Array("y".utf8))
    } throws: {
      ($0 as? ShellError)?.kind == .outputClosed
    }
    let full = FileDescriptorOutput(
      descriptor: open("/dev/full", O_WRONLY), name: "standard output")
    #expect(throws: ShellError("can't write to standard output: No space left on device")) {
      try full.write(Array("y".utf8))
    }
  }
}
