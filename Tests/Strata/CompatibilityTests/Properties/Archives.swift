import SwiftData

/// An object that archives itself, which Foundation knows by name.
final class ArchivedBadge: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let title: String
  init(_ title: String) { self.title = title }
  init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "title")?.description ?? ""
  }
  func encode(with coder: NSCoder) { coder.encode(title as NSString, forKey: "title") }
}

enum Archives {
  final class Nested: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }

  final class BadgeTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [ArchivedBadge.self, Nested.self] }
  }

  @Model final class Parcel {
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var tags: [String]
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var sizes: [Int] = []
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var counts: [String: Int]?
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var sent: [[Date]]?
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var bytes: Data?
    @Attribute(.transformable(by: BadgeTransformer.self)) var badge: ArchivedBadge?
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var other:
      ArchivedBadge?
    init(tags: [String]) { self.tags = tags }
  }

  @Model final class Unarchivable {
    struct Size { var width = 1 }
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var sizes: [Size] = []
    @Attribute(.transformable(by: BadgeTransformer.self)) var nested: Nested?
    init() {}
  }
}
