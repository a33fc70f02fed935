import Foundation
import StrataPlatform

/// A splitter of bytes into lines of text. The bytes may arrive in chunks of any size.
struct LineSplitter {
  let maximumLength: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var discarded: (count: Int, last: UInt8)?
  private var isFirstLine = true

  init(maximumLength: Int) { self.maximumLength = maximumLength }

  mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete line, or nil if it needs more bytes.
  mutating func next() -> LineEvent? {
    guard let end = lineEnd() else {
      searched = bytes.count
      discardOverlong()
      return nil
    }
    let line = bytes[start..<end]
    start = end + 1
    searched = start
    return event(line)
  }

  /// True if the line has exceeded the length beyond which the reader gives up.
  var isEndless: Bool { (discarded?.count ?? 0) > LogicalLineReader.endlessLength }

  /// Returns the bytes behind the last line end as a line, or nil if there are none.
  mutating func last() -> LineEvent? {
    guard start < bytes.count || discarded != nil else { return nil }
    let line = bytes[start...]
    start = bytes.count
    searched = start
    return event(line)
  }

  private func lineEnd() -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard searched < buffer.count, let base = buffer.baseAddress else { return nil }
      let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), buffer.count - searched)
      return found.map { UnsafeRawPointer($0) - base }
    }
  }

  // Drops the bytes of an overlong line, which would otherwise exhaust the memory.
  private mutating func discardOverlong() {
    let count = bytes.count - start
    guard count > maximumLength || discarded != nil, let last = bytes[start...].last else { return }
    discarded = ((discarded?.count ?? 0) + count, last)
    bytes.removeAll(keepingCapacity: true)
    start = 0
    searched = 0
  }

  private mutating func event(_ whole: ArraySlice<UInt8>) -> LineEvent {
    var line = whole
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    let length = (discarded?.count ?? 0) + line.count
    let last = line.last ?? discarded?.last
    discarded = nil
    let continues = last == UInt8(ascii: "\\")
    guard length <= maximumLength else {
      return .invalid(.tooLong(maximumLength), continues: continues)
    }
    return LineSplitter.decode(line, continues: continues)
  }

  static func decode(_ line: ArraySlice<UInt8>, continues: Bool) -> LineEvent {
    if let zero = line.firstIndex(of: 0) {
      let column = String(decoding: line[..<zero], as: UTF8.self).unicodeScalars.count + 1
      return .invalid(
        ShellError(
          "the line has a zero byte", hint: "is this a binary file rather than a script?",
          column: column, kind: .syntax), continues: continues)
    }
    if let text = String(validating: line, as: UTF8.self) { return .line(text) }
    return .invalid(
      ShellError(
        "the line is not UTF-8 text", hint: "convert it, for instance with iconv -t UTF-8",
        column: columnOfInvalidByte(line), kind: .syntax), continues: continues)
  }

  private static func columnOfInvalidByte(_ line: ArraySlice<UInt8>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var input = line.makeIterator()
    var column = 1
    while case .valid = parser.parseScalar(from: &input) { column += 1 }
    return column
  }
}
