package import Foundation
package import Strata

/// A model without unique values, so that an object that is saved twice is there twice.
@Model package final class Delivery {
  package var writer: Int
  package var number: Int
  package var note: String?

  package init(writer: Int, number: Int) {
    self.writer = writer
    self.number = number
  }

  /// A container of deliveries alone.
  package static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Delivery.self, configurations: ModelConfiguration(url: url))
  }
}
