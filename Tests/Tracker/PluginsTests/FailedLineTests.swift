import StrataContextPlugin
import Strata
import StrataDomain
import StrataApplication
import StrataShell
import Testing
import StrataTrackerModel
import StrataTrackerPlugin

/// A line that fails while a transaction is open.
@MainActor @Suite struct FailedLines {
  /// A command that changes something before it fails.
  private struct FailingPlugin: Plugin {
    let name = "Failing"
    let summary = "fails half-way"

    var commands: [Command<ApplicationEnvironment>] {
      [
        Command(["half"], "add an item, rename the others, and fail", group: name) {
          _, environment in
          for item in try environment.context.fetch(FetchDescriptor<Item>()) {
            item.memo = "half"
          }
          environment.context.insert(
            Item(name: try ItemName("Half"), createTimestamp: environment.now()))
          throw ShellError("half-way")
        }
      ]
    }
  }

  private func session() async throws -> ShellSession {
    let session = try ShellSession(
      plugins: [TrackerPlugin(), FailingPlugin(), ContextPlugin()], format: .csv)
    let answer = await session.run(
      "item add Steps --kind singleValue", "begin", "item add Weight --kind singleValue")
    #expect(answer.status == .success, "\(answer)")
    return session
  }

  private func items(_ session: ShellSession) throws -> [String: String?] {
    let items = try session.environment.context.fetch(FetchDescriptor<Item>())
    return Dictionary(uniqueKeysWithValues: items.map { ("\($0.name)", $0.memo.map { "\($0)" }) })
  }

  @Test func leaveNothingBehind() async throws {
    let session = try await session()
    let answer = await session.run("half")
    #expect(
      answer.status == .commandFailed && answer.errors == "-c:1: error: half-way\n", "\(answer)")
    #expect(try items(session) == ["Steps": nil, "Weight": nil])
    #expect(await session.run("save", "undo", "save").status == .success)
    #expect(try items(session) == ["Steps": nil])
  }

  @Test func leaveNothingBehindWhereAsManyLinesAsCanBeTakenBackWait() async throws {
    let session = try await session()
    for number in 0..<110 {
      #expect(
        await session.run("item add \"Item \(number)\" --kind singleValue").status == .success)
    }
    #expect(await session.run("half").status == .commandFailed)
    #expect(try items(session).count == 112)
    #expect(try items(session).values.allSatisfy { $0 == nil })
  }

  @Test func warnWhereSoMuchWaitsThatLinesAreNotToldApart() async throws {
    let session = try await session()
    let context = session.environment.context
    for number in 0..<1100 {
      context.insert(Item(name: try ItemName("Item \(number)"), createTimestamp: .now))
    }
    #expect(await session.run("item list --format json").status == .success)
    let answer = await session.run("half")
    #expect(answer.errors.contains("may wait with it"), "\(answer.errors)")
    #expect(await session.run("rollback").status == .success)
    #expect(try items(session) == ["Steps": nil])
  }
}
