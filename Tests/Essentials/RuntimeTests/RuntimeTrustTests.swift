import Testing

@testable import StrataRuntime

/// Whether Swift's runtime is trusted.
@Suite struct RuntimeTrust {
  @Test(
    arguments: [
      (nil, true, true, 0), (nil, false, false, 1), ("", true, true, 0), ("public", true, false, 0),
      ("public", false, false, 0), ("trusted", true, true, 0), ("trusted", false, true, 0),
      ("Trusted", false, false, 1),
    ] as [(String?, Bool, Bool, Int)])
  func isForTestedVersions(setting: String?, isTested: Bool, expected: Bool, warningCount: Int) {
    var warnings: [String] = []
    let isTrusted = RuntimeFeature.isTrusted(by: setting, isTested: isTested) {
      warnings.append($0)
    }
    #expect(isTrusted == expected)
    #expect(warnings.count == warningCount)
    #expect(warnings.allSatisfy { $0.contains("STRATA_RUNTIME=public") && !$0.contains("\n") })
  }
}
