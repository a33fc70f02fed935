import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Interruption")
struct InterruptionTests {
  /// Lines as a person types them.
  @MainActor
  private final class Typed: LineSource {
    let name: String? = nil
    let isInteractive = true
    private var events: [LineEvent]

    init(_ events: [LineEvent]) { self.events = events.reversed() }

    func next(isContinuation: Bool) async throws(ShellError) -> LineEvent {
      events.popLast() ?? .end
    }
  }

  private let configuration = ShellConfiguration()

  private func toy(keepsGoing: Bool = false) throws -> ToyShell {
    let interruption = configuration.interruption
    let termination = configuration.termination
    return try ToyShell(
      commands: [
        Command(["poll"], "") { invocation, _ in
          interruption.cancel()
          while true { try invocation.checkCancellation() }
        },
        Command(["wait"], "") { _, _ in
          Task { interruption.cancel() }
          try await Task.sleep(for: .seconds(600))
        },
        Command(["terminate"], "") { invocation, _ in
          termination.cancel()
          interruption.cancel()
          try invocation.checkCancellation()
        },
      ], keepsGoing: keepsGoing, configuration: configuration)
  }

  @Test("Ctrl-C ends the running command, not a person's shell", arguments: ["poll", "wait"])
  func interactive(command: String) async throws {
    let toy = try toy()
    let status = await toy.shell.run(Typed([.line(command), .interrupted, .line("echo on")]))
    #expect(status == .success)
    #expect(toy.errors == "error: interrupted\n")
    #expect(toy.text == "on\n")
    #expect(toy.environment.events == ["rolled back \(command)"])
  }

  @Test("Ctrl-C ends a script, even one that keeps going", arguments: ["poll", "wait"])
  func script(command: String) async throws {
    let toy = try toy(keepsGoing: true)
    let status = await toy.shell.run([.line(command), .line("echo on")])
    #expect(status == .commandFailed)
    #expect(toy.errors == "-c:1: error: interrupted\n")
    #expect(toy.text == "")
  }

  @Test("SIGTERM rolls back the running command and leaves")
  func termination() async throws {
    let toy = try toy()
    let status = await toy.shell.run(Typed([.line("terminate"), .line("echo on")]))
    #expect(status == .success)
    #expect(toy.text == "")
    #expect(toy.environment.events == ["rolled back terminate"])
  }

  @Test("a person's errors neither end the shell nor count")
  func interactiveErrors() async throws {
    let toy = try toy()
    let status = await toy.shell.run(
      Typed([
        .line("nonsense"), .invalid(ShellError("bad"), continues: false), .line("echo on"),
      ]))
    #expect(status == .success)
    #expect(toy.text == "on\n")
    #expect(
      toy.errors == """
        error: there is no command “nonsense”
          hint: help lists the commands
        error: bad

        """)
  }

  @Test("waiting for input ends when asked to stop", arguments: [true, false])
  func waitingInput(isTermination: Bool) async throws {
    let pipe = Pipe()
    let source = FileLineSource(
      descriptor: pipe.fileHandleForReading.fileDescriptor, name: "<stdin>",
      interruption: configuration.interruption, termination: configuration.termination)
    Task { [configuration] in
      if isTermination { configuration.termination.cancel() }
      configuration.interruption.cancel()
    }
    let toy = try toy()
    let status = await toy.shell.run(source)
    #expect(status == (isTermination ? .success : .commandFailed))
    withExtendedLifetime(pipe) {}
  }

  @Test("signals set the flags")
  func signals() async throws {
    let interruption = Cancellation()
    let termination = Cancellation()
    try Signals.install(interruption: interruption, termination: termination)
    let arrivals = AsyncStream<String> { continuation in
      _ = interruption.onCancel { continuation.yield("interruption") }
      _ = termination.onCancel { continuation.yield("termination") }
    }
    var iterator = arrivals.makeAsyncIterator()
    kill(getpid(), SIGINT)
    #expect(await iterator.next() == "interruption")
    #expect(!termination.isCancelled)
    kill(getpid(), SIGTERM)
    #expect(await iterator.next() == "termination")
    #expect(await iterator.next() == "interruption")
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_DFL) }
  }

  @Test("an action registered late still runs, a removed one doesn't")
  func actions() async {
    let cancellation = Cancellation()
    await confirmation { confirm in
      let key = cancellation.onCancel { Issue.record("removed") }
      cancellation.removeAction(key)
      cancellation.cancel()
      _ = cancellation.onCancel { confirm() }
    }
    #expect(throws: ShellError.interrupted) { try cancellation.check() }
    cancellation.reset()
    #expect(!cancellation.isCancelled)
  }
}
