import Dispatch
import Foundation
import Synchronization

/// A source of lines that a person types.
///
/// It has editing, history and completion if the system has a library for them.
@MainActor
public final class TerminalLineSource: LineSource {
  /// The settings of a terminal.
  public struct Settings: Sendable {
    /// The descriptor to read from.
    public var input: Int32 = 0
    /// The descriptor to show the prompt on.
    public var output: Int32 = 1
    /// The path of the file for typed lines. Nil for no history.
    public var historyPath: String?
    /// The editing libraries to try, in order.
    public var libraries = EditingLibrary.names
    /// The prompt before a line.
    public var prompt: @MainActor @Sendable () -> String = { "> " }
    /// The prompt before a line that continues another.
    public var continuationPrompt = "... "

    /// Makes settings for standard input and output.
    public init() {}
  }

  /// Nil, since a typed line needs no position in errors.
  public let name: String? = nil
  /// True.
  public let isInteractive = true

  private let settings: Settings
  private let input: WaitingInput
  private let library: EditingLibrary?
  private let history: HistoryFile?
  private var lastLine: String?
  private var plain: FileLineSource?

  /// Makes a source for a terminal.
  ///
  /// - Parameter completion: A function that completes the end of a line.
  public init(
    _ settings: Settings, interruption: Cancellation, termination: Cancellation,
    completion: @escaping @MainActor @Sendable (String) -> Completions
  ) {
    self.settings = settings
    input = WaitingInput(
      descriptor: settings.input, closesDescriptor: false,
      interruption: interruption, termination: termination)
    library = EditingLibrary.load(
      settings.libraries, input: settings.input, output: settings.output)
    history = settings.historyPath.map { HistoryFile(path: $0) }
    guard let library else {
      plain = FileLineSource(terminal: input) { isContinuation in
        let prompt = isContinuation ? settings.continuationPrompt : settings.prompt()
        _ = Array(prompt.utf8).withUnsafeBytes { write(settings.output, $0.baseAddress, $0.count) }
      }
      return
    }
    EditingLibrary.exchange.withLock { exchange in
      exchange.completion = { line in TerminalLineSource.ask(completion, line) }
    }
    for line in history?.load() ?? [] {
      library.addHistory(line)
      lastLine = line
    }
  }

  /// True if lines can be edited.
  public var hasEditing: Bool { library != nil }

  /// Reads the next line.
  ///
  /// Call ``Cancellation/reset()`` before this, as the shell does. Otherwise an earlier
  /// cancellation interrupts the line at once.
  public func next(isContinuation: Bool) async throws(ShellError) -> LineEvent {
    if let plain {
      let event = try await plain.next(isContinuation: isContinuation)
      if event == .interrupted || event == .end { endLine() }
      return event
    }
    guard let library else { return .end }
    let prompt = isContinuation ? settings.continuationPrompt : settings.prompt()
    let input = input
    let event = await input.onThread { TerminalLineSource.edit(library, input, prompt) }
    switch event {
    case .line(let line): remember(line)
    case .interrupted, .end: endLine()
    case .invalid: break
    }
    return event
  }

  private nonisolated static func edit(
    _ library: EditingLibrary, _ input: WaitingInput, _ prompt: String
  ) -> LineEvent {
    library.begin(prompt: prompt)
    while true {
      switch input.wait() {
      case .ready:
        if input.hasHungUp {
          library.end()
          return .end
        }
        if let event = library.advance() { return event }
      case .interrupted:
        library.cancelLine()
        return .interrupted
      case .terminated:
        library.cancelLine()
        return .end
      }
    }
  }

  // The library calls this on the input's thread and needs the answer at once. The main actor is
  // free, since it awaits the line.
  private nonisolated static func ask(
    _ completion: @escaping @MainActor @Sendable (String) -> Completions, _ line: String
  ) -> Completions {
    let answered = DispatchSemaphore(value: 0)
    let answer = Answer()
    Task { @MainActor in
      answer.completions = completion(line)
      answered.signal()
    }
    answered.wait()
    return answer.completions ?? Completions(line: line, start: line.utf8.count, candidates: [])
  }

  // @unchecked: written before the semaphore is signalled, and read after it.
  private final class Answer: @unchecked Sendable {
    var completions: Completions?
  }

  private func remember(_ line: String) {
    guard let first = line.first, !first.isWhitespace, line != lastLine else { return }
    lastLine = line
    library?.addHistory(line)
    history?.append(line)
  }

  // Ends the line, so that the next output or prompt doesn't continue it.
  private func endLine() {
    var end = UInt8(ascii: "\n")
    _ = write(settings.output, &end, 1)
  }
}
