import SwiftData

enum Defaults {
  enum Mode: String, Codable { case menu, game }
  struct Box<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value?
  }
  static let greeting = "hello"
  static let start = Date(timeIntervalSinceReferenceDate: 0)

  @Model
  final class Inferred {
    var count = 0
    var title = ""
    var ratio = 0.5
    var isOn = true
    var words = [String]()
    var made = Date()
    var mode = Mode.menu
    var parts = [Part]()
    var greeting = Defaults.greeting
    var box = Box<Int>()
    var negative = -3
    var quoted = "a \"b\""
    var set = Set<Int>([1])

    init() {}
  }

  @Model
  final class Part {
    var owner: Inferred?
    init() {}
  }

  @Model
  final class Given {
    var name: String = "none"
    var list: [Int] = []
    var dictionary: [String: Int] = [:]
    var identifier: UUID = UUID()
    var text: String = UUID().uuidString
    var made: Date = Date()
    var now: Date = .now
    var past: Date = Date.distantPast
    var mode: Mode = Mode.game
    var short: Mode = .game
    var raw: String = Mode.game.rawValue
    var box: Box<Int> = Box(value: 3)
    var initialised: String = String.init()
    var shared: String = Defaults.greeting
    var long: Int = Int("12") ?? Defaults.greeting.count
    var optional: Int? = 4

    init() {}
  }
}
