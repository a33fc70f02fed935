import Foundation
import StrataApplication
import StrataShell

/// Bytes one after the other.
protocol ByteSource {
  mutating func next() throws -> UInt8?
}

/// Bytes that are in memory.
struct BytesSource: ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt8? { bytes.popFirst() }
}

/// The bytes of a file, with its beginning at hand: what a file is, is said there.
struct InputBytes: ByteSource {
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8]
  private var position = 0

  /// What it begins with: a stretch of it, or all where it is shorter.
  var beginning: [UInt8] { buffer }

  @MainActor init(_ file: InputFile, for invocation: Invocation) throws {
    // Files are read on the main actor, as all that commands do.
    try self.init {
      try MainActor.assumeIsolated { try file.read(invocation) }
    }
  }

  /// Bytes that are in memory.
  init(_ bytes: [UInt8]) {
    read = { [] }
    buffer = bytes
  }

  init(_ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    buffer = try read()
    // A pipe gives little at a time.
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
