import Foundation
import Synchronization

/// The system's libedit or readline, found at run time; both speak the same interface.
///
/// The library keeps its state in variables of its own, so there is one for the whole process and
/// only one thread may use it at a time: the thread of the terminal's `WaitingInput`.
// @unchecked: the pointers never change after init, and what they point to is used by that one
// thread.
final class EditingLibrary: @unchecked Sendable {
  typealias LineHandler = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  typealias Attempt = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Strings?

  /// What the library's callbacks, which can't carry anything along, tell us and ask us.
  struct Exchange: Sendable {
    var finished: LineEvent?
    var completion: (@Sendable (String) -> Completions)?
  }
  static let exchange = Mutex(Exchange())

  /// libedit first, because its license lets everyone use it.
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

  /// Loads the first library there is, or returns nil.
  static func load(_ names: [String] = names, input: Int32, output: Int32) -> EditingLibrary? {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      if let library = EditingLibrary(handle, input: input, output: output) { return library }
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer, input: Int32, output: Int32) {
    // The libraries wait with select(2), which ends the process for any number beyond these.
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
    // The first is readline's; libedit has the second alone.
    measure = (symbol("rl_reset_screen_size") ?? symbol("rl_resize_terminal")).map {
      unsafeBitCast($0, to: (@convention(c) () -> Void).self)
    }
    EditingLibrary.useUTF8()
    Self.set(inputStream, to: inputFile)
    Self.set(outputStream, to: outputFile)
    // The library lives as long as the process, and so does what it points to.
    for name in ["rl_completer_word_break_characters", "rl_basic_word_break_characters"] {
      symbol(name)?.storeBytes(of: strdup(" \t"), as: UnsafeMutablePointer<CChar>?.self)
    }
    // Signals are ours. libedit asks when it begins; its handler would use a state that isn't there
    // while a command runs, and a terminal may be resized then.
    symbol("rl_catch_signals")?.storeBytes(of: 0, as: Int32.self)
    symbol("rl_catch_sigwinch")?.storeBytes(of: 0, as: Int32.self)
    // libedit opens its streams here.
    if let initialize = symbol("rl_initialize") {
      _ = unsafeBitCast(initialize, to: (@convention(c) () -> Int32).self)()
    }
    attempt.storeBytes(of: Self.attemptCompletion, as: Attempt?.self)
    EditingLibrary.current.withLock { $0 = self }
  }

  // Generic, because the C libraries differ in what a pointer to FILE is in Swift.
  private static func set<Value>(_ variable: UnsafeMutableRawPointer, to value: Value) {
    variable.storeBytes(of: value, as: Value.self)
  }

  private static let current = Mutex<EditingLibrary?>(nil)

  // Both libraries take the width of characters from the C locale.
  private static func useUTF8() {
    _ = setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" {
      _ = setlocale(LC_CTYPE, "C.UTF-8")
    }
  }

  /// Shows the prompt and takes the terminal.
  func begin(prompt: String) {
    Self.exchange.withLock { $0.finished = nil }
    // The terminal may have another size by now.
    measure?()
    install(prompt) { line in
      // nil is the end of input.
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

  /// Gives the terminal back.
  func end() { remove() }

  /// Takes what is there to read.
  ///
  /// - Returns: The line when it is finished.
  func advance() -> LineEvent? {
    readCharacter()
    return Self.exchange.withLock { $0.finished }
  }

  /// Drops what was typed.
  func cancelLine() {
    clear?("", 1)
    point.pointee = 0
    remove()
  }

  func addHistory(_ line: String) { add(line) }

  private static let attemptCompletion: Attempt = { text, _, _ in
    guard let text, let library = current.withLock({ $0 }) else { return nil }
    // Never the library's own completion, which is file names.
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

  // The common beginning first, then the matches, then nil; all freed by the library. A single match
  // stands alone, as readline has it, and a second nil follows: libedit looks at the third pointer before
  // the second to find out that there is only one match, and otherwise would append a blank or not
  // depending on what is in memory there.
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
