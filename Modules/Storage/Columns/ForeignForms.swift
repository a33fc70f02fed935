internal import Foundation

/// Types that `JSONDecoder` reads in a way of its own, past what they say themselves.
enum ForeignForms {
  static func has(_ type: any Any.Type) -> Bool {
    type == Data.self || type == URL.self || type == Decimal.self
  }
}
