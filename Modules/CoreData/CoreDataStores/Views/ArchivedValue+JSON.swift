internal import Foundation
import StrataArchives

extension ArchivedValue {
  /// Encodes the value as JSON in the format of Swift's `Codable`: dates as seconds since 2001,
  /// bytes in base64.
  ///
  /// - Throws: ``ArchiveError/corrupt(reason:offset:)`` for an object of an unknown class or one
  ///   that contains itself, which JSON can't represent.
  func codedJSON() throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: plain(), options: [.fragmentsAllowed, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  private func plain() throws -> Any {
    func refused(_ reason: String) -> ArchiveError { .corrupt(reason: reason, offset: nil) }
    switch self {
    case .null: return NSNull()
    case .boolean(let truth): return truth
    case .integer(let number): return number
    case .unsignedInteger(let number): return number
    case .double(let number):
      guard number.isFinite else { throw refused("\(number) is no number of JSON") }
      return number
    case .decimal(let number): return NSDecimalNumber(decimal: number)
    case .string(let text): return text
    case .data(let data): return data.base64EncodedString()
    case .date(let date): return date.timeIntervalSinceReferenceDate
    case .uuid(let uuid): return uuid.uuidString
    case .url(let url): return url.absoluteString
    case .array(let values), .set(let values): return try values.map { try $0.plain() }
    case .dictionary(let entries):
      var members: [String: Any] = [:]
      for entry in entries {
        guard case .string(let key) = entry.key else { throw refused("a key is no text") }
        members[key] = try entry.value.plain()
      }
      return members
    case .object(let className, _): throw refused("it holds an object of the class \(className)")
    case .cycle: throw refused("an object is inside itself")
    }
  }
}
