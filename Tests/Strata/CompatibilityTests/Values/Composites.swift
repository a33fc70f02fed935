import SwiftData

enum Composites {
  enum State: String, Codable, CaseIterable { case menu, playing, over }
  enum Level: Int, Codable { case low = 1, high = 10 }
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case point
  }
  struct Address: Codable, Equatable {
    var street: String
    var number: Int?
  }
  struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
    var first: First
    var second: Second
  }

  @Model
  final class Enums {
    var state: State
    var level: Level
    var shape: Shape
    var maybeState: State?
    var maybeLevel: Level?
    var maybeShape: Shape?
    var states: [State] = []
    var counts: [State: Int] = [:]

    init(state: State, level: Level, shape: Shape) {
      self.state = state
      self.level = level
      self.shape = shape
    }
  }

  @Model
  final class Structs {
    var address: Address
    var other: Address?
    var addresses: [Address] = []
    var pair: Pair<Int, String>
    var length: Measurement<UnitLength>
    var range: Range<Int>?
    var rectangle: CGRect?

    init(address: Address, pair: Pair<Int, String>, length: Measurement<UnitLength>) {
      self.address = address
      self.pair = pair
      self.length = length
    }
  }

  @Model
  final class Containers {
    var words: [String] = []
    var bytes: [UInt8] = []
    var table: [[Int]] = []
    var unique: Set<String> = []
    var dictionary: [String: String] = [:]
    var nested: [String: [Int]] = [:]
    var maybeWords: [String]?
    var spelled: Array<Int> = []
    var pictures: [Data] = []

    init() {}
  }
}
