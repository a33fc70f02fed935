import SwiftData

enum Colliding {
  @Model final class Task {
    var title: Swift.String
    init(title: Swift.String) { self.title = title }
  }

  @Model final class Date {
    var day: Int
    init(day: Int) { self.day = day }
  }

  @Model final class Collection {
    var name: Swift.String = ""
    var items: [Item] = []
    init() {}
  }

  @Model final class Item {
    var collection: Collection?
    init() {}
  }

  @Model final class String {
    var text: Swift.String
    init(text: Swift.String) { self.text = text }
  }

  @Model final class Array {
    var count: Swift.Int
    init(count: Swift.Int) { self.count = count }
  }

  @Model final class Schema {
    var version: Swift.Int
    init(version: Swift.Int) { self.version = version }
  }

  @Model final class Names {
    var isDeleted: Bool
    var hasChanges: Bool
    var version: Int
    var id: Int
    var description: Swift.String
    var hash: Swift.String
    var `default`: Int
    var `class`: Swift.String?
    var _hidden: Int
    var row: Int
    var property: Int
    var newValue: Int

    init(seed: Int) {
      isDeleted = true
      hasChanges = true
      version = seed
      id = seed + 1
      description = "d\(seed)"
      hash = "h\(seed)"
      `default` = seed + 2
      `class` = "c\(seed)"
      _hidden = seed + 3
      row = seed + 4
      property = seed + 5
      newValue = seed + 6

    }
  }
}
