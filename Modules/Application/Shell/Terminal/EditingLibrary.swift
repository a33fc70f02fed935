import Foundation
import StrataPlatform
import Synchronization

/// The system's libedit or readline, loaded at run time. Both have the same interface.
///
/// The library has global state. There is one instance in the process, and only the thread of the
/// terminal's ``WaitingInput`` may use it.
// @unchecked: the pointers don't change after init, and only that thread uses their memory.
final class EditingLibrary: @unchecked Sendable {
  typealias LineHandler = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  typealias Attempt = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Strings?

  /// The data shared with the library's callbacks, which can't capture anything.
  struct Exchange: Sendable {
    var finished: LineEvent?
    var completion: (@Sendable (String) -> Completions)?
  }
  static let exchange = Mutex(Exchange())

  /// The names of the libraries. libedit comes first, since its license suits every program.
  static let names = [
    "libedit.so.2", "libedit.so.0", "libreadline.so.8", "libreadline.so.7", "libedit.so",
    "libreadline.so",
  ]

  private let install: @convention(c) (UnsafePointer<CChar>, LineHandler) -> Void
  private let remove: @convention(c) () -> Void
  private let readCharacter: @convention(c) () -> Void
  private let add: @convention(c) (UnsafePointer<CChar>) -> Void
  private let buffer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let point: UnsafeMutablePointer<Int32>
  private let isAttemptOver: UnsafeMutablePointer<Int32>
  private let appendedCharacter: UnsafeMutablePointer<Int32>?
  private let measure: (@convention(c) () -> Void)?
  private let clear: (@convention(c) (UnsafePointer<CChar>, Int32) -> Void)?

  /// Loads the first available library, or returns nil.
  static func load(_ names: [String] = names, input: Int32, output: Int32) -> EditingLibrary? {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      if let library = EditingLibrary(handle, input: input, output: output) { return library }
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer, input: Int32, output: Int32) {
    // The libraries wait with select(2), which crashes the process for larger descriptors.
    let (input, output) = (dup(input), dup(output))
    guard (0..<1024).contains(input), (0..<1024).contains(output) else {
      for descriptor in [input, output] where descriptor >= 0 { close(descriptor) }
      return nil
    }
    func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
    guard let install = symbol("rl_callback_handler_install"),
      let remove = symbol("rl_callback_handler_remove"),
      let readCharacter = symbol("rl_callback_read_char"), let add = symbol("add_history"),
      let buffer = symbol("rl_line_buffer"), let point = symbol("rl_point"),
      let attempt = symbol("rl_attempted_completion_function"),
      let over = symbol("rl_attempted_completion_over"),
      let inputStream = symbol("rl_instream"), let outputStream = symbol("rl_outstream"),
      let inputFile = fdopen(input, "r"), let outputFile = fdopen(output, "w")
    else { return nil }
    // The types are those of <readline/readline.h>, which libedit's header repeats.
    self.install = unsafeBitCast(
      install, to: (@convention(c) (UnsafePointer<CChar>, LineHandler) -> Void).self)
    self.remove = unsafeBitCast(remove, to: (@convention(c) () -> Void).self)
    self.readCharacter = unsafeBitCast(readCharacter, to: (@convention(c) () -> Void).self)
    self.add = unsafeBitCast(add, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)
    self.buffer = buffer.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    self.point = point.assumingMemoryBound(to: Int32.self)
    isAttemptOver = over.assumingMemoryBound(to: Int32.self)
    appendedCharacter = symbol("rl_completion_append_character")?
      .assumingMemoryBound(to: Int32.self)
    clear = symbol("rl_replace_line").map {
      unsafeBitCast($0, to: (@convention(c) (UnsafePointer<CChar>, Int32) -> Void).self)
    }
    // The first function is readline's. libedit has only the second.
    measure = (symbol("rl_reset_screen_size") ?? symbol("rl_resize_terminal")).map {
      unsafeBitCast($0, to: (@convention(c) () -> Void).self)
    }
    EditingLibrary.useUTF8()
    Self.set(inputStream, to: inputFile)
    Self.set(outputStream, to: outputFile)
    // The library lives as long as the process, so its memory is never freed.
    for name in ["rl_completer_word_break_characters", "rl_basic_word_break_characters"] {
      symbol(name)?.storeBytes(of: strdup(" \t"), as: UnsafeMutablePointer<CChar>?.self)
    }
    // The program handles signals itself. libedit reads these flags when it begins. Its handler for
    // a resized terminal would use state that doesn't exist while a command runs.
    symbol("rl_catch_signals")?.storeBytes(of: 0, as: Int32.self)
    symbol("rl_catch_sigwinch")?.storeBytes(of: 0, as: Int32.self)
    // libedit opens its streams in this call.
    if let initialize = symbol("rl_initialize") {
      _ = unsafeBitCast(initialize, to: (@convention(c) () -> Int32).self)()
    }
    attempt.storeBytes(of: Self.attemptCompletion, as: Attempt?.self)
    EditingLibrary.current.withLock { $0 = self }
  }

  // Generic, since the type of a pointer to FILE differs between C libraries.
  private static func set<Value>(_ variable: UnsafeMutableRawPointer, to value: Value) {
    variable.storeBytes(of: value, as: Value.self)
  }

  private static let current = Mutex<EditingLibrary?>(nil)

  // Both libraries determine the width of characters from the C locale.
  private static func useUTF8() {
    _ = setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" {
      _ = setlocale(LC_CTYPE, "C.UTF-8")
    }
  }

  /// Shows the prompt and takes over the terminal.
  func begin(prompt: String) {
    Self.exchange.withLock { $0.finished = nil }
    // The terminal may have been resized since the last line.
    measure?()
    install(prompt) { line in
      // Nil means the end of input.
      var event = LineEvent.end
      if let line {
        let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line)).map { $0 }
        event = LineSplitter.decode(bytes[...], continues: bytes.last == UInt8(ascii: "\\"))
        free(line)
      }
      EditingLibrary.exchange.withLock { $0.finished = event }
      EditingLibrary.current.withLock { $0 }?.end()
    }
  }

  /// Releases the terminal.
  func end() { remove() }

  /// Reads a character of input.
  ///
  /// - Returns: The line once it is complete, else nil.
  func advance() -> LineEvent? {
    readCharacter()
    return Self.exchange.withLock { $0.finished }
  }

  /// Discards the typed text.
  func cancelLine() {
    clear?("", 1)
    point.pointee = 0
    remove()
  }

  func addHistory(_ line: String) { add(line) }

  private static let attemptCompletion: Attempt = { text, _, _ in
    guard let text, let library = current.withLock({ $0 }) else { return nil }
    // Disables the library's own completion of file names.
    library.isAttemptOver.pointee = 1
    guard let complete = exchange.withLock({ $0.completion }), let buffer = library.buffer.pointee
    else { return nil }
    let typed = UnsafeRawBufferPointer(start: buffer, count: Int(library.point.pointee))
    let completions = complete(String(decoding: typed, as: UTF8.self))
    let wordLength = strlen(text)
    let matches = completions.replacements(ofLast: wordLength)
    library.appendedCharacter?.pointee = matches.count == 1 && matches[0].hasSuffix("/") ? 0 : 32
    return strings(matches, wordLength: wordLength, typed: String(cString: text))
  }

  // Returns the common prefix, the matches and nil, as readline expects. The library frees all of
  // them. A single match has no prefix before it, and a second nil behind it. libedit checks the
  // third pointer before the second to detect a single match. Otherwise the memory behind the array
  // would decide whether it appends a blank.
  private static func strings(
    _ matches: [String], wordLength: Int, typed: String
  ) -> Strings? {
    guard let first = matches.first else { return nil }
    let common = matches.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let head = common.utf8.count < wordLength ? typed : common
    let all = matches.count == 1 ? matches : [head] + matches
    let count = all.count + 2
    guard let memory = malloc(count * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride) else {
      return nil
    }
    let result = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: count)
    for (index, match) in all.enumerated() { (result + index).initialize(to: strdup(match)) }
    (result + all.count).initialize(repeating: nil, count: 2)
    return result
  }
}

/// The possible replacements of the word at the end of a line.
public struct Completions: Sendable, Equatable {
  /// The line up to the cursor.
  public let line: String
  /// The offset of the word's beginning, in UTF-8 bytes.
  public let start: Int
  /// The replacements, quoted where necessary.
  public let candidates: [String]

  /// Returns the candidates as replacements of the line's last `count` bytes.
  ///
  /// An editing library doesn't know the shell's quotes, so its word may begin later than ours.
  func replacements(ofLast count: Int) -> [String] {
    let bytes = Array(line.utf8)
    let librarysStart = bytes.count - count
    guard librarysStart >= start else { return [] }
    let skipped = bytes[start..<librarysStart]
    return candidates.compactMap { candidate in
      guard candidate.utf8.starts(with: skipped) else { return nil }
      return String(decoding: candidate.utf8.dropFirst(skipped.count), as: UTF8.self)
    }
  }
}
