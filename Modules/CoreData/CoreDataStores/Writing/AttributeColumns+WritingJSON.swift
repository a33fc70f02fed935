internal import Foundation
import StrataDescriptions
import StrataModelFiles
import StrataSchema

// A type that our stores keep as JSON is a composite in SwiftData's stores, so its JSON has to be
// split.
extension AttributeColumns {
  /// Splits the JSON of a composite, in the format of Swift's `Codable`, into assignments.
  func assignments(ofJSON text: String) throws(UnwritableValue) -> [Assignment] {
    let json: Any
    do {
      json = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    } catch {
      throw UnwritableValue(description: "it is no JSON: \(error.localizedDescription)")
    }
    return try assignments(of: json)
  }

  private func assignments(of json: Any) throws(UnwritableValue) -> [Assignment] {
    if json is NSNull { return absent }
    guard isComposite else { return [try leafAssignment(of: json)] }
    if attribute.isEnumeration {
      if elements.count == 1, elements[0].attribute.name == attribute.name {
        return try elements[0].assignments(of: json)
      }
      guard let members = json as? [String: Any], members.count == 1,
        let (name, payload) = members.first,
        let chosen = element(name)
      else { throw UnwritableValue(description: "it is no case that the store has a place for") }
      var assignments = absent
      if chosen.isComposite {
        for one in try chosen.assignments(of: payload) { assignments.set(one) }
      } else {
        assignments.set((chosen.columnName, .text(name)))
      }
      return assignments
    }
    guard let members = json as? [String: Any] else {
      throw UnwritableValue(description: "it has no members, as \(attribute.name) has")
    }
    if let stranger = members.keys.sorted().first(where: { element($0) == nil }) {
      throw UnwritableValue(description: "the store has no place for its \(stranger)")
    }
    var assignments: [Assignment] = []
    for element in elements {
      assignments += try element.assignments(of: members[element.attribute.name] ?? NSNull())
    }
    return assignments
  }

  private func leafAssignment(of json: Any) throws(UnwritableValue) -> Assignment {
    switch (attribute.type, json) {
    case (.string, let text as String), (.uri, let text as String):
      return try assignment(of: .text(text))
    case (.uuid, let text as String):
      guard let uuid = UUID(uuidString: text) else { break }
      return try assignment(of: .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) }))
    case (.binaryData, _):
      if let text = json as? String, let bytes = Data(base64Encoded: text) {
        return try assignment(of: .blob(bytes))
      }
      return try assignment(of: .text(try Self.text(of: json)), isJSON: true)
    case (.transformable, _):
      return try assignment(of: .text(try Self.text(of: json)), isJSON: true)
    case (.decimal, let number as NSNumber):
      return try assignment(of: .text("\(number.decimalValue)"))
    case (.double, let number as NSNumber), (.float, let number as NSNumber),
      (.date, let number as NSNumber):
      return try assignment(of: .real(number.doubleValue))
    case (_, let number as NSNumber):
      guard let whole = number as? Int64 ?? (number as? Bool).map({ $0 ? 1 : 0 }) else { break }
      return try assignment(of: .integer(whole))
    default: break
    }
    throw UnwritableValue(
      description: "its \(attribute.name) can't be kept as \(attribute.type.name)")
  }

  private static func text(of json: Any) throws(UnwritableValue) -> String {
    do {
      let data = try JSONSerialization.data(
        withJSONObject: json, options: [.fragmentsAllowed, .withoutEscapingSlashes, .sortedKeys])
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw UnwritableValue(description: "it is no JSON: \(error.localizedDescription)")
    }
  }
}
