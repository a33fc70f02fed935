import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataSchema
import StrataShell

/// The values that can't be shown: text that isn't UTF-8, and external data that can't be read.
///
/// Each is a warning, and the object is shown without it. The command fails at its end.
@MainActor struct ValueFaults {
  private let output: Output
  private var textCount = 0
  private var dataCount = 0
  /// The maximal number of warnings.
  private static let limit = 100

  init(_ output: Output) { self.output = output }

  /// Returns the cell of text that isn't UTF-8: its bytes, since a string would replace characters.
  mutating func cell(_ bytes: Data, _ object: String, _ column: String) -> Cell {
    textCount += 1
    warn("\(object).\(column) is text that isn't UTF-8; its bytes are shown")
    return .text("not UTF-8: " + bytes.map { Self.hex($0) }.joined())
  }

  /// Returns the cell of external data that can't be read.
  mutating func cell(_ data: UnreadableExternalData, _ object: String, _ column: String) -> Cell {
    dataCount += 1
    warn("\(object).\(column) isn't shown: \(data)")
    return .null
  }

  private func warn(_ message: String) {
    if textCount + dataCount <= Self.limit { output.warning(message) }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// Fails the command if any value couldn't be shown.
  ///
  /// - Throws: ``ShellError`` with their numbers.
  func check() throws(ShellError) {
    var faults: [String] = []
    if textCount > 0 {
      faults.append("\(textCount) \(textCount == 1 ? "text isn't" : "texts aren't") UTF-8")
    }
    if dataCount > 0 {
      faults.append(
        "\(dataCount) \(dataCount == 1 ? "value" : "values") of external data can't be read")
    }
    guard !faults.isEmpty else { return }
    throw ShellError(
      faults.joined(separator: ", and "),
      hint: "the warnings say which; strata import leaves them out, too")
  }
}
