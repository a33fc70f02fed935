internal import Foundation
import StrataDescriptions

extension AttributeValue {
  /// The value in the form that a managed object returns.
  var any: Any {
    switch self {
    case .integer(let number): NSNumber(value: number)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .double(let number): NSNumber(value: number)
    case .string(let text): text
    case .boolean(let truth): NSNumber(value: truth)
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .uri(let url): url
    }
  }
}
