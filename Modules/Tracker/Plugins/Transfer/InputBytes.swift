import Foundation
import StrataApplication
import StrataShell

/// A source of single bytes.
protocol ByteSource {
  mutating func next() throws -> UInt8?
}

/// A source of bytes in memory.
struct BytesSource: ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt8? { bytes.popFirst() }
}

/// The bytes of a file, whose beginning is available for detecting its format.
struct InputBytes: ByteSource {
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8]
  private var position = 0

  /// The beginning: at least 64 KB, or the whole file if it is shorter.
  var beginning: [UInt8] { buffer }

  /// - Parameter encoding: The file's encoding. Its first bytes tell when it is nil.
  @MainActor init(
    _ file: InputFile, _ encoding: TextEncoding?, for invocation: Invocation
  ) throws {
    let decoding = TextDecoding(encoding)
    // All input is read on the main actor, like everything in commands.
    try self.init {
      try MainActor.assumeIsolated {
        while true {
          let bytes = try file.read(invocation)
          let text = try decoding.utf8(bytes)
          // A chunk may be less than a character. Only the end is empty.
          if bytes.isEmpty || !text.isEmpty { return text }
        }
      }
    }
  }

  /// Makes a source of bytes in memory.
  init(_ bytes: [UInt8]) {
    read = { [] }
    buffer = bytes
  }

  init(_ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    buffer = try read()
    // A pipe may return few bytes at a time.
    while buffer.count < 1 << 16 {
      let more = try read()
      if more.isEmpty { break }
      buffer += more
    }
  }

  mutating func next() throws -> UInt8? {
    if position == buffer.count {
      buffer = try read()
      position = 0
      if buffer.isEmpty { return nil }
    }
    defer { position += 1 }
    return buffer[position]
  }
}
