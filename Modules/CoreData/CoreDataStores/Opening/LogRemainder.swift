internal import Foundation

/// The content of a write-ahead log after the last transaction that SQLite reads from it.
///
/// SQLite reads a log up to the last commit with a valid checksum, and doesn't report what follows
/// (https://sqlite.org/fileformat.html, "The Write-Ahead Log"). That is right if a writer was
/// interrupted during a transaction. If the log was damaged, data is lost.
struct LogRemainder: CustomStringConvertible {
  private enum Kind {
    /// The log has no valid header.
    case headless(bytes: Int64)
    /// Pages of a transaction without a commit.
    case unfinished(pages: Int64)
    /// Pages with further commits.
    case damaged(transactions: Int64, pages: Int64, taken: Int64)
  }

  private let kind: Kind

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Inspects a log. Returns nil if SQLite reads all of it.
  ///
  /// - Parameter taken: The number of pages that SQLite reads, or −1 if it doesn't recognize the
  ///   log.
  init?(ofLogAt path: String, behind taken: Int64) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    // An error here loses nothing, since the file was only read.
    defer { try? file.close() }
    let size = Int64(try file.seekToEnd())
    guard size > 0 else { return nil }
    try file.seek(toOffset: 0)
    let header = try file.read(upToCount: Self.headerSize) ?? Data()
    guard let pageSize = Self.pageSize(header) else {
      kind = .headless(bytes: size)
      return
    }
    let salts = header.dropFirst(16).prefix(8)
    let frameSize = Int64(Self.frameHeaderSize + pageSize)
    var (pages, ends): (Int64, Int64) = (0, 0)
    var place = Int64(Self.headerSize) + max(0, taken) * frameSize
    while place + Int64(Self.frameHeaderSize) <= size {
      try file.seek(toOffset: UInt64(place))
      let frame = Array(try file.read(upToCount: Self.frameHeaderSize) ?? Data())
      guard frame.count == Self.frameHeaderSize else { break }
      // Pages with another salt remain from an earlier log, which a writer overwrites from the
      // beginning.
      if frame[8..<16].elementsEqual(salts) {
        pages += 1
        if Self.number(frame[4..<8]) != 0 { ends += 1 }
      }
      place += frameSize
    }
    guard pages > 0 else { return nil }
    kind =
      ends > 0
      ? .damaged(transactions: ends, pages: pages, taken: max(0, taken)) : .unfinished(pages: pages)
  }

  /// The page size, or nil if the header is invalid.
  private static func pageSize(_ header: Data) -> Int? {
    let bytes = Array(header)
    guard bytes.count == headerSize else { return nil }
    let magic = number(bytes[0..<4])
    guard magic & ~1 == 0x377f_0682 else { return nil }
    var (first, second): (UInt32, UInt32) = (0, 0)
    for start in stride(from: 0, to: 24, by: 8) {
      let words = [bytes[start..<start + 4], bytes[start + 4..<start + 8]].map {
        magic & 1 == 0 ? number($0).byteSwapped : number($0)
      }
      first = first &+ words[0] &+ second
      second = second &+ words[1] &+ first
    }
    guard first == number(bytes[24..<28]), second == number(bytes[28..<32]) else { return nil }
    let size = number(bytes[8..<12])
    return (512...65536).contains(size) && size.nonzeroBitCount == 1 ? Int(size) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The lost content and a remedy.
  var description: String {
    switch kind {
    case .headless(let bytes):
      "the log's beginning is damaged, so that none of its \(bytes) bytes are read and the store is as "
        + "it was before them; copy the store and its log again, or look for a copy that is whole"
    case .unfinished(let pages):
      "the log ends in the middle of a transaction (\(pages) \(pages == 1 ? "page" : "pages")), as after "
        + "a crash; what it was saving isn't in the store. Where the log was cut in copying, copy it again"
    case .damaged(let transactions, let pages, let taken):
      "the log is damaged behind its page \(taken), so that \(pages) further "
        + "\(pages == 1 ? "page" : "pages") with \(transactions) saved "
        + "\(transactions == 1 ? "transaction is" : "transactions are") not read and the store is as it was "
        + "before them; copy the store and its log again, or look for a copy that is whole"
    }
  }
}
