import Foundation
import Testing

/// What was found wrong below the program and isn't mended yet.
@Suite struct KnownFaults {
  @Test func aLimitAndAnOffsetMayBeAsLargeAsNumbersGet() throws {
    let shell = try AppShell()
    let last = Int64.max
    let result = try shell.run([
      "--memory", "-c", "begin", "-c", "item add Weight --kind singleValue", "-c",
      "fetch Item limit \(last) offset \(last)",
    ])
    withKnownIssue("limit and offset are added, which overflows") { #expect(result.status == 0) }
  }
}
