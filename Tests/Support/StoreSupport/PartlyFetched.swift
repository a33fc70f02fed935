package import Strata
internal import StrataContexts
internal import StrataGraph
internal import StrataTestSupport
package import Testing

/// Runs each test of a suite a second time, with objects of which every read has read one attribute alone.
///
/// What a test expects must hold however much of an object is in memory. On a server this is so only if random tests run
/// at length.
package struct PartlyFetched: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // What objects have read isn't the engine's matter.
    guard !TestServer.isWanted || FuzzRounds.isLong else { return }
    try await IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("with objects that are partly fetched")
      return issue
    }
    .provideScope(for: test, testCase: testCase) {
      try await GraphEntity.$readsOneAttribute.withValue(true) { try await function() }
    }
  }
}

extension Trait where Self == PartlyFetched {
  /// Runs each test of a suite a second time, with objects of which every read has read one attribute alone.
  package static var alsoPartlyFetched: Self { Self() }
}

/// Runs a body whose containers have objects of which every read reads one attribute alone, if it is to.
package func partlyFetching<Result>(_ isOn: Bool, _ body: () throws -> Result) rethrows -> Result {
  try GraphEntity.$readsOneAttribute.withValue(isOn) { try body() }
}

extension ModelContext {
  /// Makes the saved objects of the context partly fetched in the second run of ``PartlyFetched``. Those that it has
  /// inserted itself are whole otherwise.
  ///
  /// - Parameter name: The attribute that they know, or nil for their first one.
  package func forgetAttributesIfPartlyFetched(but name: String? = nil) {
    guard GraphEntity.readsOneAttribute else { return }
    for graph in graphs { graph.forgetAttributes(but: name) }
  }
}
