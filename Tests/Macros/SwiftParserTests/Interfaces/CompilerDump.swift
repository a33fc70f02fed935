import Foundation

/// A source file, and what the compiler's own parser makes of it.
struct CompilerDump {
  let source: [UInt8]
  /// The position of each line's start in the source.
  private let lineStarts: [Int]
  private let dump: [UInt8]
  /// The position in the dump of each declaration at file scope.
  private let starts: [Int]

  init(of file: URL, by toolchain: Toolchain) throws {
    let source = Array(try Data(contentsOf: file))
    self.source = source
    lineStarts = Self.lineStarts(source)
    let features = Self.features(String(decoding: source.prefix(8_000), as: UTF8.self))
    let dump = Array(
      try Toolchain.output(
        of: toolchain.compiler,
        ["-frontend", "-dump-parse", "-parse-stdlib", "-module-name", "Corpus"] + features
          + [file.path]))
    self.dump = dump
    starts = Self.lineStarts(dump).filter { dump[$0...].starts(with: "  (".utf8) }
  }

  private static func lineStarts(_ text: [UInt8]) -> [Int] {
    var starts = [0]
    text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // A search of the C library, since the file of the standard library makes 25 MB.
      while let start = starts.last,
        let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      {
        starts.append(UnsafeRawPointer(end) - base + 1)
      }
    }
    return starts
  }

  /// The language features that the interface says it needs.
  private static func features(_ header: String) -> [String] {
    let words =
      header.split(separator: "\n").first { $0.hasPrefix("// swift-module-flags:") }?
      .split(separator: " ") ?? []
    return zip(words, words.dropFirst()).filter { $0.0.hasSuffix("-feature") }
      .flatMap { [String($0.0), String($0.1)] }
  }

  /// The number of declarations at file scope.
  var count: Int { starts.count }

  subscript(index: Int) -> CompilerNode {
    let end = index + 1 < starts.count ? starts[index + 1] : dump.count
    let lines = String(decoding: dump[starts[index]..<end], as: UTF8.self).split(separator: "\n")
    var cursor = 0
    return CompilerNode(lines[...], &cursor)
  }

  /// The byte at a place such as `12:3`.
  func offset(_ place: Substring) -> Int? {
    let parts = place.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, lineStarts.indices.contains(parts[0] - 1) else { return nil }
    return lineStarts[parts[0] - 1] + parts[1] - 1
  }

  /// Whole lines around a stretch of the source: each declaration has lines of its own.
  func wholeLines(_ range: ClosedRange<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, source[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var end = range.upperBound
    while end < source.count, source[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<end
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
}

/// A node of the dump: a line, and the lines that are indented below it.
struct CompilerNode {
  /// The node's kind, such as `func_decl`.
  let kind: String
  /// The node's role in its parent, such as `result`.
  let role: String
  /// The rest of the line.
  let text: Substring
  let children: [CompilerNode]

  init(_ lines: ArraySlice<Substring>, _ cursor: inout Int) {
    let line = lines[cursor]
    let indent = line.prefix { $0 == " " }.utf8.count
    cursor += 1
    var children: [CompilerNode] = []
    while cursor < lines.endIndex, lines[cursor].prefix(while: { $0 == " " }).utf8.count > indent {
      children.append(CompilerNode(lines, &cursor))
    }
    self.children = children
    let inside = line.dropFirst(indent + 1)
    let head = inside.prefix { $0 != " " && $0 != ")" }
    let parts = head.split(separator: "=")
    kind = String(parts.last ?? "")
    role = parts.count == 2 ? String(parts[0]) : ""
    text = inside.dropFirst(head.count)
  }

  /// The first text in quotes that isn't the value of something.
  var name: String {
    var rest = text
    while let quote = rest.firstIndex(of: "\"") {
      let isValue = quote > rest.startIndex && rest[rest.index(before: quote)] == "="
      let inside = rest[rest.index(after: quote)...]
      guard let end = inside.firstIndex(of: "\"") else { return "" }
      if !isValue { return String(inside[..<end]) }
      rest = inside[inside.index(after: end)...]
    }
    return ""
  }

  /// A value in quotes, such as that of `id`.
  func value(_ key: String) -> Substring? {
    guard let start = text.firstRange(of: key + "=\"")?.upperBound else { return nil }
    return text[start...].prefix { $0 != "\"" }
  }

  /// The places where it starts and ends.
  var range: (start: Substring, end: Substring)? {
    guard let start = text.firstRange(of: "range=[")?.upperBound else { return nil }
    let inside = text[start...].prefix { $0 != "]" }
    guard let path = inside.firstRange(of: ".swiftinterface:"),
      let dash = inside.firstRange(of: " - line:")
    else { return nil }
    return (inside[path.upperBound..<dash.lowerBound], inside[dash.upperBound...])
  }

  func has(_ word: String) -> Bool { text.split(separator: " ").contains { $0 == word } }
}
