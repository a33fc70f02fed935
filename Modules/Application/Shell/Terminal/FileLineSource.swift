import Foundation
import StrataPlatform

/// A source of the lines of an open file: a script, or standard input if it isn't a terminal.
@MainActor
public final class FileLineSource: LineSource {
  /// The source's name in errors.
  public let name: String?
  /// The folder of the script. Nil for standard input.
  public let folder: String?
  /// True if a person types the lines, so that each has a prompt.
  public let isInteractive: Bool

  private let input: WaitingInput
  private let prompt: (@MainActor (_ isContinuation: Bool) -> Void)?
  private var splitter = LineSplitter(maximumLength: LogicalLineReader.maximumLength)
  private var hasEnded = false

  /// Makes a source of a descriptor, such as standard input. It isn't closed.
  public init(
    descriptor: Int32, name: String, interruption: Cancellation, termination: Cancellation
  ) {
    self.name = name
    folder = nil
    isInteractive = false
    prompt = nil
    input = WaitingInput(
      descriptor: descriptor, closesDescriptor: false,
      interruption: interruption, termination: termination)
  }

  /// Makes a source of a terminal without line editing.
  init(terminal: WaitingInput, prompt: @escaping @MainActor (_ isContinuation: Bool) -> Void) {
    name = nil
    folder = nil
    isInteractive = true
    self.prompt = prompt
    input = terminal
  }

  /// Opens a script.
  ///
  /// - Throws: ``ShellError`` if it can't be read or is a folder.
  public init(
    script path: String, name: String, interruption: Cancellation, termination: Cancellation
  ) throws(ShellError) {
    func failure(_ reason: String) -> ShellError {
      ShellError("can't read the script “\(name)”: \(reason)")
    }
    guard !path.utf8.contains(0) else { throw failure("its name has a zero byte") }
    // Without O_NONBLOCK, opening a pipe without a writer would block and couldn't be cancelled.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw failure("it is a folder")
    }
    self.name = name
    folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    isInteractive = false
    prompt = nil
    input = WaitingInput(
      descriptor: descriptor, closesDescriptor: true,
      interruption: interruption, termination: termination)
  }

  /// Reads the next line.
  public func next(isContinuation: Bool) async throws(ShellError) -> LineEvent {
    var needsPrompt = true
    while !hasEnded {
      if let event = splitter.next() { return event }
      if splitter.isEndless {
        hasEnded = true
        splitter = LineSplitter(maximumLength: LogicalLineReader.maximumLength)
        throw .endless(LogicalLineReader.endlessLength)
      }
      if needsPrompt { prompt?(isContinuation) }
      needsPrompt = false
      let input = input
      let (outcome, result) = await input.onThread {
        let outcome = input.wait()
        return (outcome, outcome == .ready ? input.readAvailable() : .success([]))
      }
      switch outcome {
      case .interrupted: return .interrupted
      case .terminated: return .end
      case .ready: try take(result)
      }
    }
    return splitter.last() ?? .end
  }

  private func take(
    _ result: Result<[UInt8], WaitingInput.ErrorNumber>
  ) throws(ShellError) {
    switch result {
    case .success(let bytes):
      if bytes.isEmpty { hasEnded = true } else { splitter.append(bytes) }
    case .failure(let error):
      hasEnded = true
      throw ShellError("can't read \(name ?? "the terminal"): \(error)")
    }
  }
}

/// The descriptors of standard input, output and error.
public enum StandardFiles {
  /// Opens a placeholder for each standard descriptor that is closed.
  ///
  /// Otherwise the next opened file, such as the store, would get its number, and output would
  /// overwrite it. Reading or writing the placeholder fails, as it would for the closed descriptor.
  ///
  /// Call this first in a program.
  public static func fillGaps() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // A file gets the lowest free number. If /dev/null doesn't exist, there is no alternative.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
