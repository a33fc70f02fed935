import StrataModelSupport
import StrataStoreSupport
import StrataTestSupport
import Testing

/// Several contexts that all have unsaved changes, of the same objects too, while others save.
@Suite(.serialized, .alsoPartlyFetched) struct CompetingContexts {
  @Test(arguments: [false, true])
  func agreeOnceAllIsSavedAndMerged(inSeveralContainers: Bool) throws {
    for _ in 0..<FuzzRounds.count {
      let random = SeededGenerator(for: "CompetingContexts.\(inSeveralContainers)")
      let contest = try Contest(random: random, inSeveralContainers: inSeveralContainers)
      for _ in 0..<6 {
        for _ in 0..<25 { try contest.step() }
        try contest.finish()
      }
    }
  }
}
