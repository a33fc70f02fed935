import SwiftData

enum Conforming {
  @Model
  final class Identified: Identifiable {
    @Attribute(.unique) var id: UUID
    var note = ""
    init(id: UUID = UUID()) { self.id = id }
  }

  @Model
  final class Named: Identifiable {
    var id: String
    init(id: String) { self.id = id }
  }

  @Model
  final class Coded: Codable {
    enum CodingKeys: String, CodingKey { case title = "name", count }
    var title: String
    var count: Int

    init(title: String, count: Int) {
      self.title = title
      self.count = count
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      count = try container.decode(Int.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
      try container.encode(count, forKey: .count)
    }
  }

  @Model
  final class Compared: Hashable, Comparable, CustomStringConvertible, @unchecked Sendable {
    var number: Int
    init(number: Int) { self.number = number }

    var description: String { "number \(number)" }
    static func == (lhs: Compared, rhs: Compared) -> Bool { lhs.number == rhs.number }
    static func < (lhs: Compared, rhs: Compared) -> Bool { lhs.number < rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  protocol Titled: AnyObject {
    var title: String { get set }
    init(title: String)
  }

  struct TooShort: Error {}

  @Model
  class Made: Titled {
    var title: String
    required init(title: String) { self.title = title }
    init(checking title: String) throws {
      guard title.count > 1 else { throw TooShort() }
      self.title = title
    }
    convenience init() { self.init(title: "untitled") }
    private init(copyOf other: Made) { title = other.title + " copy" }
    func copy() -> Made { Made(copyOf: self) }
  }

  @Model
  final class Extended {
    var name: String
    init(name: String) { self.name = name }
  }
}

extension Conforming.Extended: Equatable {
  static func == (lhs: Conforming.Extended, rhs: Conforming.Extended) -> Bool {
    lhs.name == rhs.name
  }
}
