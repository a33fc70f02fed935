import StrataSwiftParser
import Testing

@Suite struct Corpus {
  @Test(arguments: CorpusEntry.all) func isUnderstood(entry: CorpusEntry) throws {
    let declaration = try TypeDeclaration(scanning: entry.source)
    #expect(declaration.members.map(\.summary) == entry.summaries)
  }

  @Test(arguments: ["\r\n", "\n\n", " // comment\n"])
  func isUnderstoodWithOtherLineEnds(lineEnd: String) throws {
    // Inside strings and regular expressions lines mean something, so those stay as they are.
    for entry in CorpusEntry.all
    where !entry.members.contains(#"""""#) && !entry.members.contains("/#")
      && !entry.members.contains("\n#") && !entry.members.contains("#if")
    {
      let source = entry.source.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineEnd)
      let declaration = try TypeDeclaration(scanning: source)
      #expect(declaration.members.count == entry.summaries.count, "\(entry.members)")
    }
  }

  @Test(arguments: CorpusEntry.all) func keepsMemberTexts(entry: CorpusEntry) throws {
    // A member read alone is the same as among the others.
    let source = Array(entry.source.utf8)
    for member in try TypeDeclaration(scanning: entry.source).members {
      let text = String(decoding: source[member.range], as: UTF8.self)
      #expect(try Member(scanning: "\n  // comment\n" + text).summary == member.summary)
    }
  }
}
