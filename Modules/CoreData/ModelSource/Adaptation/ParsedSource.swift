import StrataSwiftParser

/// A parsed source file, with what is known of its platforms.
struct ParsedSource {
  let path: String
  let bytes: [UInt8]
  let lines: SourceLines
  let file: SourceFile
  /// The imports of modules that only Apple's platforms have, and that Linux would compile.
  let appleImports: [SourceFile.Import]
  /// The ranges that Linux doesn't compile.
  private let excluded: [Range<Int>]

  init(_ source: SourceAdaptation.File) throws(ScanError) {
    path = source.path
    bytes = Array(source.text.utf8)
    lines = SourceLines(bytes)
    let file = try SourceFile(scanning: source.text)
    self.file = file
    let excluded = file.clauses.filter { BuildCondition.holdsOnLinux($0.condition) == false }
      .map(\.range)
    self.excluded = excluded
    appleImports = file.imports.filter { one in
      AppleModules.contains(one.module) && !excluded.contains { $0.contains(one.offset) }
    }
  }

  /// Parses files.
  ///
  /// - Returns: The files that can be parsed, and the first error of each that can't.
  static func parse(
    _ files: [SourceAdaptation.File]
  ) -> (sources: [ParsedSource], errors: [SourceNote]) {
    var sources: [ParsedSource] = []
    var notes: [SourceNote] = []
    for file in files {
      do throws(ScanError) {
        sources.append(try ParsedSource(file))
      } catch {
        let lines = SourceLines(Array(file.text.utf8))
        notes.append(SourceNote(file.path, lines.position(of: error.offset), error.message))
      }
    }
    return (sources, notes)
  }

  /// True if the file imports Core Data.
  var usesCoreData: Bool { file.imports.contains { $0.module == "CoreData" } }

  /// True if Linux doesn't compile the source at an offset.
  func isExcluded(_ offset: Int) -> Bool { excluded.contains { $0.contains(offset) } }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The line break that the file uses.
  var newline: String { lines.newline }

  /// The white space at the beginning of the line of an offset.
  func indent(at offset: Int) -> String {
    let start = lines.start(of: offset)
    var end = start
    while end < offset, Self.isBlank(bytes[end]) { end += 1 }
    return text(start..<end)
  }

  /// True if only white space precedes an offset in its line.
  func startsLine(_ offset: Int) -> Bool {
    bytes[lines.start(of: offset)..<offset].allSatisfy(Self.isBlank)
  }

  /// The offset after the white space at an offset, line breaks included.
  func skippingSpace(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, Self.isBlank(bytes[end]) || Self.isLineBreak(bytes[end]) { end += 1 }
    return end
  }

  /// The white space by which the lines of a body are indented further.
  static func step(of indent: String) -> String {
    if indent.hasPrefix("\t") { return "\t" }
    return indent.count.isMultiple(of: 4) ? "    " : "  "
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

/// The lines of a source.
struct SourceLines {
  /// The line break, `\n` or `\r\n`.
  let newline: String
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (offset, byte) in bytes.enumerated()
    where byte == 0x0A
      || byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
    {
      starts.append(offset + 1)
    }
    self.starts = starts
    let first = bytes.firstIndex(of: 0x0A) ?? 0
    newline = first > 0 && bytes[first - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The line and the column of an offset, from 1.
  func position(of offset: Int) -> (line: Int, column: Int) {
    let index = line(of: offset)
    return (index + 1, offset - starts[index] + 1)
  }

  /// The offset of the beginning of an offset's line.
  func start(of offset: Int) -> Int { starts[line(of: offset)] }

  private func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
