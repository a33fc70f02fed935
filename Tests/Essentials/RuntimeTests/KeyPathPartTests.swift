import Testing

@testable import StrataRuntime

@Suite("The parts of key paths") struct KeyPathPartTests {
  private struct Inner {
    var stored = 1
    var computed: String { "\(stored)" }
  }

  private final class Outer {
    var inner = Inner()
    var other: Inner?
    var next: Outer? { nil }
    var words: [String] = []
  }

  @Test func areAsManyAsThereAreProperties() throws {
    #expect(try #require(KeyPathParts(\Outer.inner)).count == 1)
    #expect(try #require(KeyPathParts(\Outer.inner.computed)).count == 2)
    #expect(try #require(KeyPathParts(\Outer.next?.next?.other?.stored)).count == 4)
  }

  @Test func areTakenByKeyPathsOfOnePart() throws {
    var parts = try #require(KeyPathParts(\Outer.next?.other?.computed))
    let wrong = parts.take(\Outer.inner)
    let right = parts.take(\Outer.next)
    #expect(!wrong && right)
    let early = parts.take(\Outer.other)
    #expect(!early, "the optional has to be passed first")
    let skipped = parts.skipOptional()
    let other = parts.take(\Outer.other)
    #expect(skipped && other)
    let last = parts.skipOptional() && parts.takeLast(\Inner.computed)
    #expect(last && parts.isEmpty)
  }

  @Test func agreeHoweverTheKeyPathWasFormed() throws {
    func formed<Root>(_ first: KeyPath<Root, Inner>) -> AnyKeyPath {
      first.appending(path: \.stored)
    }
    var parts = try #require(KeyPathParts(formed(\Outer.inner)))
    let isTaken = parts.take(\Outer.inner) && parts.takeLast(\Inner.stored)
    #expect(isTaken && parts.isEmpty)
  }

  @Test func tellWhetherTheyAreStoredOrHaveArguments() throws {
    #expect(try #require(KeyPathParts(\Inner.stored)).areStored)
    #expect(try !#require(KeyPathParts(\Inner.computed)).areStored)
    #expect(try #require(KeyPathParts(\[String].[0])).hasArguments)
  }

  /// The description alone has to do where the layout is another one.
  @Test func haveIdentitiesByTheLayout() throws {
    let parts = try #require(KeyPathParts(\Outer.next))
    guard case .computed = parts.first else {
      Issue.record(
        "the layout of key paths isn't the known one: \(String(describing: parts.first))")
      return
    }
  }
}
