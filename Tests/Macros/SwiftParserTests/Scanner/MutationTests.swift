import StrataSwiftParser
import StrataTestSupport
import Testing

/// Damaged declarations: whatever they have become, they are read or refused, soon and without a
/// trap, and what is read keeps to its source.
@Suite(.timeLimit(.scaledMinutes(5))) struct Mutations {
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func ofBytesAreSurvived(seed: UInt64) {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for entry in CorpusEntry.all {
      for _ in 0..<6 {
        var bytes = Array(entry.source.utf8)
        bytes.mutate(using: &generator)
        check(String(decoding: bytes, as: UTF8.self), seed: seed)
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func ofTokensAreSurvived(seed: UInt64) {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let pieces: [Substring] = [
      "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "/*", "*/", "//", "#", "#if A\n",
      "#endif", "\\(", "`", "/", "?", ":", "=", ",", "@", ".", "\n", "->", "didSet", "where", "if",
    ]
    for entry in CorpusEntry.all {
      for _ in 0..<6 {
        var tokens = entry.source.pieces
        tokens.mutate(using: &generator)
        let place = Int.random(in: 0...tokens.count, using: &generator)
        tokens.insert(pieces[Int.random(in: 0..<pieces.count, using: &generator)], at: place)
        check(tokens.joined(), seed: seed)
      }
    }
  }

  @Test func byCuttingOffAreSurvived() {
    for entry in CorpusEntry.all {
      let characters = Array(entry.source.unicodeScalars)
      for count in stride(from: 0, to: characters.count, by: 3) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters[..<count])
        #expect(throws: ScanError.self, "\(String(text))") {
          try TypeDeclaration(scanning: String(text))
        }
      }
    }
  }

  private func check(_ source: String, seed: UInt64) {
    do {
      let declaration = try TypeDeclaration(scanning: source)
      let count = source.utf8.count
      var end = declaration.openingBraceOffset + 1
      for member in declaration.members {
        #expect(member.range.lowerBound >= end, "seed \(seed): \(source)")
        end = member.range.upperBound
      }
      #expect(end <= declaration.closingBraceOffset, "seed \(seed): \(source)")
      #expect(declaration.closingBraceOffset < count, "seed \(seed): \(source)")
    } catch {
      #expect((0...source.utf8.count).contains(error.offset), "seed \(seed): \(source)")
    }
  }
}

extension String {
  /// Words, runs of white space, and everything else character by character.
  fileprivate var pieces: [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    for index in indices where index > start {
      let isSame =
        self[index].isWord && self[start].isWord
        || self[index].isWhitespace && self[start].isWhitespace
      if !isSame {
        pieces.append(self[start..<index])
        start = index
      }
    }
    if start < endIndex { pieces.append(self[start...]) }
    return pieces
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" }
}
