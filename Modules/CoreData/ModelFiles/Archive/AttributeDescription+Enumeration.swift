internal import Foundation
internal import StrataArchives
public import StrataDescriptions

extension AttributeDescription {
  /// Whether the attribute is a composite that SwiftData has made of an enumeration.
  public var isEnumeration: Bool { type == .composite && userInfo["EnumType"] == "true" }

  /// The cases without payload of an enumeration without raw values, as SwiftData notes them; nil for
  /// other attributes.
  public var enumerationCaseNames: [String]? {
    guard isEnumeration, let text = userInfo["enum"] else { return nil }
    // A note that is no list of texts is somebody else's.
    let list = try? ArchivedValue(json: Data(text.utf8)).elements
    return list?.compactMap(\.string)
  }
}
