import Foundation
import StrataRemindersPlugin
import Strata
import StrataApplication
import StrataShell
import Testing
import StrataTrackerModel
import StrataTrackerPlugin

/// The plugin that `Docs/WritingAPlugin.md` puts together.
@MainActor @Suite struct RemindersPlugins {
  private func session(settings: String = "") throws -> ShellSession {
    try ShellSession(plugins: [TrackerPlugin(), RemindersPlugin()], settings: settings)
  }

  @Test func remindOfItems() async throws {
    let session = try session()
    let answer = await session.run(
      "item add Weight --kind singleValue", "log Weight 98 --at 2020-01-01",
      "remind add Weight 7d", "format csv", "remind list")
    #expect(answer.status == .success && answer.errors == "")
    #expect(
      answer.output.hasSuffix(
        "item,days,logged,due,isDue\n"
          + "Weight,7.0,2020-01-01T00:00:00Z,2020-01-08T00:00:00Z,true\n"))
  }

  @Test(arguments: [
    ("remind add Wieght 7d", "there is no item “Wieght”"),
    ("remind add Weight 7", "“7” is no stretch of time"),
    ("remind add Weight -1d", "“-1d” is no stretch of time"),
  ])
  func sayWhatIsWrong(line: String, error: String) async throws {
    let answer = try await session().run("item add Weight --kind singleValue", line)
    #expect(answer.status == .commandFailed && answer.errors.contains(error), "\(answer)")
  }

  @Test func moveOnInTheSameSaveAsWhatIsLogged() async throws {
    let session = try session()
    _ = await session.run(
      "item add Weight --kind singleValue", "log Weight 98 --at 2020-01-01",
      "remind add Weight 7d", "log Weight 97 --at 2020-01-05")
    let context = session.environment.context
    let reminder = try #require(try context.fetch(FetchDescriptor<Reminder>()).first)
    #expect(reminder.dueDate == reminder.lastLogged + 7 * 86_400)
    let last = try #require(try context.historyEntries().last)
    #expect(Set(last.changes.map(\.entity)) == ["ItemData", "Reminder"])
  }

  @Test func goWithTheirItems() async throws {
    let session = try session()
    let answer = await session.run(
      "item add Weight --kind singleValue", "remind add Weight 7d", "item delete Weight")
    #expect(answer.status == .success, "\(answer)")
    #expect(try session.environment.context.fetchCount(FetchDescriptor<Reminder>()) == 0)
  }

  /// The program may be called as the plugin is, or somebody may write under that name.
  @Test(arguments: ["Reminders", "reminders", "reminders (background)", "me"])
  func workWhateverTheAuthorIsCalled(author: String) async throws {
    let session = try ShellSession(
      plugins: [TrackerPlugin(), RemindersPlugin()], author: TransactionAuthor(author),
      settings: "reminders.check = 0.01")
    _ = await session.run(
      "item add Weight --kind singleValue", "log Weight 98 --at 2020-01-01",
      "remind add Weight 7d")
    session.startWork()
    let answer = await session.stopWork()
    #expect(answer.output == "it is time to log Weight\n" && answer.errors == "")
  }

  @Test func tellOnceWhatIsDueAndStop() async throws {
    let session = try session(settings: "reminders.check = 0.01")
    _ = await session.run(
      "item add Weight --kind singleValue", "log Weight 98 --at 2020-01-01",
      "remind add Weight 7d")
    session.startWork()
    let deadline = ContinuousClock.now + .seconds(20)
    var heard = ""
    while heard.isEmpty, ContinuousClock.now < deadline {
      await Task.yield()
      heard += session.heard().output
    }
    let answer = await session.stopWork()
    #expect(heard + answer.output == "it is time to log Weight\n" && answer.errors == "")
  }

  @Test func refuseASettingThatIsNone() {
    #expect(throws: (any Error).self) { try session(settings: "reminders.check = 0") }
    #expect(throws: (any Error).self) { try session(settings: "reminders.chek = 1") }
  }
}
