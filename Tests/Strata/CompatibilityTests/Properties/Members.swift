import SwiftData

@Model
final class Members {
  static let limit = 3
  nonisolated(unsafe) static var made = 0
  enum Kind: String, Codable { case plain, fancy }
  struct Size: Codable, Equatable { var width: Int }
  typealias Number = Int

  var kind: Kind
  var size: Size
  var number: Number
  private(set) var stamp: Int
  private var hidden: String = "h"
  fileprivate(set) var partly: Int = 1
  let constant: String
  let code: Int

  var doubled: Int {
    get { number * 2 }
    set { number = newValue / 2 }
  }
  var described: String { "\(kind) \(number)" }
  @Transient lazy var slow: Int = { number + 1 }()

  @Transient var cached: Int = 7
  @Transient var remembered: String?
  @Transient var untyped = [Int]()
  @Transient var computed: Int { cached + 1 }

  init(kind: Kind, number: Number, constant: String) {
    self.kind = kind
    self.number = number
    self.constant = constant
    code = number + 100
    size = Size(width: number)
    stamp = 0
  }

  func touch() {
    stamp += 1
    hidden += "!"
  }
  var revealed: String { hidden }

  subscript(index: Int) -> Int {
    get { number + index }
    set { number = newValue - index }
  }

  static func + (lhs: Members, rhs: Int) -> Int { lhs.number + rhs }
  deinit { Members.made += 1 }
}

@Model
final class Observed {
  var updates = 0
  var name: String {
    willSet { announced = newValue }
    didSet { if name != oldValue { updates += 1 } }
  }
  var announced = ""
  var count: Int = 0 {
    didSet { updates += 10 }
  }
  var parts: [ObservedPart] = [] {
    didSet { updates += 100 }
  }

  init(name: String) { self.name = name }
}

@Model
final class ObservedPart {
  var owner: Observed?
  init() {}
}
