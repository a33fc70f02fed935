import StrataShell
import Testing

/// Names that a person may have meant.
@Suite struct SimilarNames {
  @Test(
    arguments: [
      ("Weigt", ["Weight", "Body weight"]), ("weight", ["Weight", "Body weight"]),
      ("body", ["Body weight", "Body fat"]), ("blod presure", ["Blood pressure"]),
      ("Presure", ["Blood pressure"]), ("Xyz", []), ("", []), ("of", []),
    ] as [(String, [String])])
  func areNearOrShareAWord(wrong: String, names: [String]) {
    let all = ["Blood pressure", "Body fat", "Body weight", "Hours of sleep", "Weight"]
    #expect(Set(NearestName.similar(to: wrong, in: all)) == Set(names))
    #expect(NearestName.similar(to: wrong, in: all).first == names.first || names.count > 1)
  }

  @Test func beginWithTheNearest() {
    let all = ["Body weight", "Weight"]
    #expect(NearestName.similar(to: "Weigt", in: all) == ["Weight", "Body weight"])
    #expect(NearestName.similar(to: "Weigt", in: all, limit: 1) == ["Weight"])
  }
}
