import Foundation
import StrataPlatform
import StrataShell

/// Asks for confirmation at the terminal, even if standard input isn't the terminal.
enum Consent {
  /// Asks a question. Returns true for yes, and nil without a terminal.
  @MainActor static func ask(_ question: String, _ invocation: Invocation) throws -> Bool? {
    guard isatty(2) == 1 else { return nil }
    let terminal = openTerminal()
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    let prompt = Array("\(question) [y/N] ".utf8)
    _ = write(2, prompt, prompt.count)
    var answer: [UInt8] = []
    while true {
      var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, 100)
      try invocation.checkCancellation()
      guard count > 0 else { continue }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1, byte != 0x0A, byte != 0x0D else { break }
      answer.append(byte)
    }
    let text = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    return ["y", "yes"].contains(text.lowercased())
  }
}

private func openTerminal() -> Int32 { open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) }
