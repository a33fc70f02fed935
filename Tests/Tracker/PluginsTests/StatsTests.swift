import StrataShell
import Testing

/// A figure that `stats` can't give for an item.
@MainActor @Suite struct PercentilesOfItems {
  @Test(arguments: ["interval", "singleOption", "optionWithInterval"])
  func withoutValuesAreRefused(kind: String) async throws {
    let shell = try TrackerShell()
    try await shell.run("item add Sleep --kind \(kind)")
    await #expect(
      throws: ShellError(
        "Sleep has no values, so there are no percentiles of them", hint: "leave --percentiles out",
        column: 27, kind: .usage)
    ) {
      try await shell.run("stats Sleep --percentiles 50")
    }
    try await shell.run("stats Sleep")
  }
}
