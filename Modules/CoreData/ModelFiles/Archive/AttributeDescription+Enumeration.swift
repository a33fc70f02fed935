internal import Foundation
internal import StrataArchives
public import StrataDescriptions

extension AttributeDescription {
  /// True if the attribute is a composite that SwiftData created for an enum.
  public var isEnumeration: Bool { type == .composite && userInfo["EnumType"] == "true" }

  /// The cases without associated values of an enum without raw values, as SwiftData lists them.
  /// Nil for other attributes.
  public var enumerationCaseNames: [String]? {
    guard isEnumeration, let text = userInfo["enum"] else { return nil }
    // A user info that isn't a list of texts doesn't come from SwiftData.
    let list = try? ArchivedValue(json: Data(text.utf8)).elements
    return list?.compactMap(\.string)
  }
}
