import StrataSwiftParser

extension FileAdapter {
  /// Moves a member of an extension into the class, if it overrides one or is overridden. Only
  /// Objective-C can do that in an extension.
  mutating func moveMember(
    _ declaration: some Declaration, of type: TypeDeclaration, because reason: String
  ) {
    let places = classes.declarations(ofClassExtendedBy: type)
    let own = places.filter { $0.file == index }
    guard let place = own.count == 1 ? own.first : places.count == 1 ? places.first : nil else {
      return note(
        declaration.keywordOffset,
        "\(reason); move it into the class \(ProgramClasses.name(of: type))"
          + (places.isEmpty ? "" : ", of which there are several"))
    }
    if let obstacle = obstacle(to: declaration, place) {
      return note(
        declaration.keywordOffset,
        "\(reason); move it into the class \(ProgramClasses.name(of: type)): "
          + obstacle)
    }
    let start = startWithComments(of: declaration.range.lowerBound)
    let end = endOfLine(from: declaration.range.upperBound)
    if let access = type.accessLevel, declaration.accessLevel == nil, access != "private" {
      let first = declaration.modifiers.first?.source.offset ?? declaration.keywordOffset
      edits.add(first..<first, "\(access) ", isCounted: false)
    }
    moves.append(
      Move(
        range: start..<end, deletion: linesAround(start..<end), destination: place))
  }

  /// Adds a member at the end of a class's body.
  mutating func insert(_ member: String, atEndOf type: TypeDeclaration) {
    let newline = source.newline
    let brace = type.closingBraceOffset
    guard source.startsLine(brace) else {
      let indent = source.indent(at: type.range.lowerBound)
      return edits.add(brace..<brace, newline + member + newline + indent)
    }
    let start = source.lines.start(of: brace)
    let isFirst = extendedClasses.insert(brace).inserted && type.members.isEmpty
    edits.add(start..<start, (isFirst ? "" : newline) + member + newline)
  }

  /// The reason why a member can't be moved to a class, or nil.
  private func obstacle(
    to declaration: some Declaration, _ place: ProgramClasses.Place
  ) -> String? {
    let target = sources[place.file]
    let conditions = source.file.conditions(at: declaration.keywordOffset)
    guard conditions == target.file.conditions(at: place.type.keywordOffset) else {
      return "it is in an #if"
    }
    guard place.file != index else { return nil }
    let known = Set(target.file.imports.map(\.module)).union(["Foundation", "Swift"])
    let missing = source.file.imports.map(\.module).filter { !known.contains($0) }
    guard missing.isEmpty else {
      return "\(target.path) doesn't import \(missing.joined(separator: ", "))"
    }
    let words = Set(
      source.file.tokens.lazy.filter { declaration.range.contains($0.offset) }.map(\.text))
    guard let hidden = privateNames().first(where: words.contains) else { return nil }
    return "\(target.path) can't use \(hidden), which is private here"
  }

  /// The names that only this file can use.
  private func privateNames() -> [String] {
    let tokens = source.file.tokens
    let keywords: Set<String> = [
      "var", "let", "func", "class", "struct", "enum", "typealias", "actor", "protocol",
    ]
    return tokens.indices.compactMap { index in
      guard ["private", "fileprivate"].contains(tokens[index].text) else { return nil }
      let next = tokens[(index + 1)...].prefix(8)
      guard let keyword = next.lastIndex(where: { keywords.contains($0.text) }),
        keyword + 1 < tokens.count
      else { return nil }
      return tokens[keyword + 1].text
    }
  }

  /// The beginning of the line in which a member, or the comment above it, begins.
  private func startWithComments(of offset: Int) -> Int {
    guard source.startsLine(offset) else { return offset }
    let previous = source.file.tokens.last { $0.offset < offset && $0.range.upperBound <= offset }
    let end = previous?.range.upperBound ?? 0
    var start = source.lines.start(of: offset)
    while start > end {
      let above = source.lines.start(of: start - 1)
      let line = source.text(above..<start)
      guard above >= end, line.contains(where: { !$0.isWhitespace }) else { break }
      start = above
    }
    // A blank line may be within a comment.
    let comment = source.text(start..<offset)
    let hasOpening = comment.contains("/*"), hasEnd = comment.contains("*/")
    return hasOpening == hasEnd ? start : source.lines.start(of: offset)
  }

  /// The offset after a comment that ends a member's line, without the line break.
  private func endOfLine(from offset: Int) -> Int {
    var end = offset
    while end < source.bytes.count, !ParsedSource.isLineBreak(source.bytes[end]) { end += 1 }
    let rest = source.text(offset..<end).drop(while: \.isWhitespace)
    return rest.isEmpty ? offset : rest.hasPrefix("//") ? end : offset
  }

  /// A range with the rest of its last line, and the blank lines above it.
  private func linesAround(_ range: Range<Int>) -> Range<Int> {
    guard source.startsLine(range.lowerBound) else { return range }
    var start = source.lines.start(of: range.lowerBound)
    var end = range.upperBound
    while end < source.bytes.count, ParsedSource.isBlank(source.bytes[end]) { end += 1 }
    guard end < source.bytes.count, ParsedSource.isLineBreak(source.bytes[end]) else {
      return range
    }
    end += source.newline.utf8.count
    while start > 0 {
      let above = source.lines.start(of: start - 1)
      guard source.text(above..<start).allSatisfy(\.isWhitespace) else { break }
      start = above
    }
    return start..<min(end, source.bytes.count)
  }
}
