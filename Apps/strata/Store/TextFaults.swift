import Foundation
import StrataApplication
import StrataShell

/// Texts of a store that aren't UTF-8. A string would have other characters in place of what is none, so that
/// such a value is told as a fault, and its bytes are shown.
@MainActor struct TextFaults {
  private let output: Output
  private var count = 0
  /// How many are told one by one.
  private static let limit = 100

  init(_ output: Output) { self.output = output }

  /// What stands for the value.
  mutating func cell(_ bytes: Data, _ object: String, _ column: String) -> Cell {
    count += 1
    if count <= Self.limit {
      output.warning("\(object).\(column) is text that isn't UTF-8; its bytes are shown")
    }
    return .text("not UTF-8: " + bytes.map { Self.hex($0) }.joined())
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// - Throws: ``ShellError`` where there were any.
  func check() throws {
    guard count > 0 else { return }
    throw ShellError(
      "\(count) \(count == 1 ? "text isn't" : "texts aren't") UTF-8",
      hint: "the warnings say which; strata import refuses them, too")
  }
}
