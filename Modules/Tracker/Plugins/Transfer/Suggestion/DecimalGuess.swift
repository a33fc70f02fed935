import Foundation
import StrataApplication

/// What begins the decimals of a column's numbers.
enum DecimalGuess: Equatable {
  case point, comma
  /// None of the numbers has a mark.
  case either
  /// All can be read with both, as other numbers; one that can.
  case unclear(example: String)

  /// nil where less than nineteen values of twenty are numbers.
  init?(_ values: [String]) {
    let readers = [false, true].map { ImportForms(hasDecimalComma: $0, timeZone: .gmt) }
    let counts = readers.map { reader in values.count { reader.number($0) != nil } }
    guard let best = counts.max(), best * 100 >= values.count * 95 else { return nil }
    if counts[0] != counts[1] {
      self = counts[0] == best ? .point : .comma
    } else if let example = values.first(where: {
      readers[0].number($0) != readers[1].number($0)
    }) {
      self = .unclear(example: example)
    } else {
      self = .either
    }
  }
}

/// What begins the decimals of a file's numbers.
struct FileDecimals {
  /// Whether it is the comma; both where nothing tells.
  let hasDecimalComma: [Bool]
  /// A number that can be read with both.
  let example: String?

  /// - Parameter said: What the line says.
  init(_ guesses: [DecimalGuess], delimiter: String, said: Bool?) {
    let unclear = guesses.compactMap { guess in
      if case .unclear(let example) = guess { example } else { nil }
    }
    let decided: Bool? =
      if let said {
        said
      } else if guesses.contains(.comma) {
        true
      } else if guesses.contains(.point) || unclear.isEmpty || delimiter == "," {
        false
      } else if delimiter == ";", unclear.allSatisfy({ $0.contains(",") }) {
        // That is why it isn't the comma.
        true
      } else {
        nil
      }
    hasDecimalComma = decided.map { [$0] } ?? [true, false]
    example = decided == nil ? unclear.first : nil
  }
}
