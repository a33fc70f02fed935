import Foundation
import Testing

/// Numbers at the ends of what there is.
@Suite struct LargeNumbers {
  @Test func aLimitAndAnOffsetMayBeAsLargeAsNumbersGet() throws {
    let shell = try AppShell()
    let last = Int64.max
    let result = try shell.run([
      "--memory", "-c", "begin", "-c", "item add Weight --kind singleValue", "-c",
      "fetch Item limit \(last) offset \(last)", "-c", "rollback",
    ])
    #expect(result.status == 0)
  }
}
