import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The commands `start` and `stop`.
enum TimerCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["start"], "start something that lasts, until stop",
        arguments: [
          .required("NAME", "the item"), .optional("OPTION", "the option, which stop can name too"),
        ],
        options: [.date("at", "when it began; now when left out")],
        discussion: """
          It goes on when the program ends, and other programs on the store see it. today shows what \
          is running. An item is running once at a time.

          """ + CommandLineOption.dateDiscussion,
        examples: ["start Run", "start Run --at -20min"], group: group, completion: complete,
        run: start),
      Command(
        ["stop"], "end something that start began, and log it",
        arguments: [
          .optional("NAME", "the item; may be left out if only one is running"),
          .variadic("VALUE", "the value and the option, as for log"),
        ],
        options: [
          .date("at", "when it ended; now when left out"),
          .value("option", "LABEL", "what was chosen"),
          .value("select", "LABEL,…", "further options, by labels or numbers"),
          .value("memo", "TEXT", "a remark"), .flag("discard", "log nothing"),
        ],
        discussion: CommandLineOption.dateDiscussion,
        examples: ["stop Run 5.2km", "stop", "stop --discard"], group: group, completion: complete,
        run: stop),
    ]
  }

  @MainActor private static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    DataCommands.complete(request, environment) { $0.kind.isRequired(.endDate) }
  }

  @MainActor private static func start(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let name = try invocation.require("NAME")
    let item = try environment.item(named: name)
    guard item.kind.isRequired(.endDate) else {
      throw name.error(
        "\(item.name) is of one moment, so it can't be started",
        hint: "log \(typed(item.name)) logs it")
    }
    if let timer = item.timer {
      throw name.error(
        "\(item.name) is running already, since \(environment.minuteLabel(timer.startDate))",
        hint: "stop \(typed(item.name)) ends it")
    }
    let option = try invocation.argument("OPTION").map { label in
      guard item.kind.isRequired(.optionID) else {
        throw label.error("\(item.name) takes no option", hint: "its kind is \(item.kind.rawValue)")
      }
      return try Tracker(environment).offeredOption(label, of: item)
    }
    let now = environment.now()
    let date = try invocation.option("at").map { at in
      let date = try environment.date(at)
      guard date <= now else {
        throw at.error(
          "\(item.name) can't be running since \(environment.minuteLabel(date)), which is yet to come",
          hint: "give a time that has passed, or leave --at out")
      }
      return date
    }
    let timer = RunningTimer(startDate: date ?? now, optionID: option?.uid)
    environment.context.insert(timer)
    timer.item = item
    environment.report("started \(TimerWords(timer, environment).text)")
  }

  @MainActor private static func stop(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let (timer, item) = try running(invocation, environment)
    if invocation.flag("discard") {
      let others = ["at", "option", "select", "memo"].compactMap { invocation.option($0) }
      if let other = (invocation.arguments("VALUE") + others).first {
        throw other.error("--discard logs nothing", hint: "leave the rest of the line out")
      }
      environment.context.delete(timer)
      environment.report("dropped \(TimerWords(timer, environment).text)")
      return
    }
    var draft = try ContentDraft(
      invocation, Tracker(environment), item: item, start: timer.startDate, option: timer.optionID)
    let data = try draft.insert()
    environment.context.delete(timer)
    environment.report("logged \(PointWords(data, environment).textWithName)")
    draft.doubts.forEach(environment.report)
  }

  /// Returns the timer that a line names, or the only one.
  @MainActor private static func running(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws -> (RunningTimer, Item) {
    if let name = invocation.argument("NAME") {
      let item = try environment.item(named: name)
      guard let timer = item.timer else {
        throw name.error("\(item.name) isn't running", hint: try hint(environment))
      }
      return (timer, item)
    }
    let timers = try environment.runningTimers()
    guard let timer = timers.first, let item = timer.item else {
      throw ShellError("nothing is running", hint: try hint(environment), kind: .usage)
    }
    guard timers.count == 1 else {
      throw ShellError(
        "\(timers.count) items are running, so stop needs a name", hint: try hint(environment),
        kind: .usage)
    }
    return (timer, item)
  }

  /// Returns the hint that says which items are running, or how to start one.
  @MainActor private static func hint(_ environment: ApplicationEnvironment) throws -> String {
    let names = try environment.runningTimers().compactMap { $0.item.map { typed($0.name) } }
    return names.isEmpty
      ? "start NAME starts something that lasts"
      : names.map { "stop \($0)" }.joined(separator: ", or ")
  }
}

extension ApplicationEnvironment {
  /// Returns the timers of items, sorted by start.
  func runningTimers() throws -> [RunningTimer] {
    try context.fetch(FetchDescriptor<RunningTimer>(sortBy: [SortDescriptor(\.startDate)]))
      .filter { $0.item != nil }
  }
}

/// The description of a timer in answers: `Place home, Fri 2026-11-20 07:00`.
@MainActor struct TimerWords {
  private let timer: RunningTimer
  private let environment: ApplicationEnvironment

  init(_ timer: RunningTimer, _ environment: ApplicationEnvironment) {
    self.timer = timer
    self.environment = environment
  }

  private var name: String {
    let label = timer.item?.options.first { $0.uid == timer.optionID }?.label.rawValue
    return [timer.item?.name.rawValue, label].compactMap { $0 }.joined(separator: " ")
  }

  var text: String { "\(name), \(environment.minuteLabel(timer.startDate))" }

  /// The description with the time that has passed: `Sleep is running since … (7 h 15 min)`.
  var textWithLength: String {
    let minutes = Int(max(0, environment.now().timeIntervalSince(timer.startDate)) / 60)
    let hours = minutes < 60 ? "" : "\(minutes / 60) h "
    return "\(name) is running since \(environment.minuteLabel(timer.startDate)) "
      + "(\(hours)\(minutes % 60) min)"
  }
}
