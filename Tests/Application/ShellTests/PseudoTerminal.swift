import Foundation

/// Both ends of a terminal that no person sits at.
final class PseudoTerminal: Sendable {
  let person: Int32
  let program: Int32

  init?() {
    let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard person >= 0 else { return nil }
    // TIOCSPTLCK and TIOCGPTN, which the C library's module doesn't show, as little of ptsname(3).
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(person, 0x4004_5431, &isLocked) == 0, ioctl(person, 0x8004_5430, &number) == 0
    else {
      close(person)
      return nil
    }
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    self.person = person
  }

  deinit {
    close(person)
    close(program)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(person, bytes, bytes.count)
  }

  /// What is shown from now on, until it contains a text.
  func shown(until text: String) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [person] in
        var shown: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: shown, as: UTF8.self).contains(text) {
          let count = read(person, &buffer, buffer.count)
          if count <= 0 { break }
          shown += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: shown, as: UTF8.self))
      }
    }
  }
}
