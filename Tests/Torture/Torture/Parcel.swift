package import Foundation
package import Strata

/// A model of which a store has very many objects.
@Model package final class Parcel {
  #Index<Parcel>([\.code], [\.weight, \.number])

  package var number: Int
  package var code: String
  package var weight: Int
  package var note: String?
  package var sentAt: Date

  package init(_ number: Int) {
    self.number = number
    code = Self.code(number)
    weight = number % 1000
    sentAt = Date(timeIntervalSinceReferenceDate: Double(number))
  }

  /// The code of a parcel.
  package static func code(_ number: Int) -> String { "P-\(number)" }
}
