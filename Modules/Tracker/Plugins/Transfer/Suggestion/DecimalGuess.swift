import Foundation
import StrataApplication

/// A guess of the decimal mark of a column's numbers.
enum DecimalGuess: Equatable {
  case point, comma
  /// No number has a mark.
  case either
  /// Every number is valid with both marks, and the example has different values.
  case unclear(example: String)

  /// Guesses the mark. Returns nil unless most of the values are numbers, which may have units.
  ///
  /// An import names each value that isn't one. As one of a few texts it would count for nothing.
  init?(_ values: [String]) {
    let readers = [false, true].map { ImportForms(hasDecimalComma: $0, timeZone: .gmt) }
    let counts = readers.map { reader in values.count { reader.measured($0) != nil } }
    guard let best = counts.max(), best * 2 > values.count else { return nil }
    if counts[0] != counts[1] {
      self = counts[0] == best ? .point : .comma
    } else if let example = values.first(where: {
      readers[0].measured($0)?.number != readers[1].measured($0)?.number
    }) {
      self = .unclear(example: example)
    } else {
      self = .either
    }
  }
}

/// The decimal mark of a file's numbers.
struct FileDecimals {
  /// True for the comma. Both values if it is ambiguous.
  let hasDecimalComma: [Bool]
  /// A number that is valid with both marks.
  let example: String?

  /// Combines the guesses of the columns.
  ///
  /// - Parameter said: The mark that an option gives: true for the comma.
  /// - Parameter isPartial: True if the file has more numbers than were looked at.
  init(_ guesses: [DecimalGuess], delimiter: String, said: Bool?, isPartial: Bool = false) {
    let unclear = guesses.compactMap { guess in
      if case .unclear(let example) = guess { example } else { nil }
    }
    let decided: Bool? =
      if let said {
        said
      } else if guesses.contains(.comma) {
        true
      } else if isPartial, delimiter == ";", !guesses.contains(.point), unclear.isEmpty {
        // The whole numbers of the beginning don't tell. A comma may come later.
        true
      } else if guesses.contains(.point) || unclear.isEmpty || delimiter == "," {
        false
      } else if delimiter == ";", unclear.allSatisfy({ $0.contains(",") }) {
        // Files use a semicolon as delimiter because the comma is their decimal mark.
        true
      } else {
        nil
      }
    hasDecimalComma = decided.map { [$0] } ?? [true, false]
    example = decided == nil ? unclear.first : nil
  }
}
