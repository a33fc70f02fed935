import Foundation
import StrataDomain
import StrataTestSupport

extension ItemDataContent.Kind {
  /// Random valid parts of this kind.
  func randomParts(using generator: inout SeededGenerator) -> ItemDataContent.Parts {
    var parts = ItemDataContent.Parts(kind: self)
    for part in requiredParts.sorted(by: { $0.rawValue < $1.rawValue }) {
      parts.set(part, using: &generator)
    }
    if let start = parts.startDate, let end = parts.endDate, end < start {
      (parts.startDate, parts.endDate) = (end, start)
    }
    return parts
  }
}

extension ItemDataContent.Parts {
  /// Gives a part a random value.
  mutating func set(_ part: ItemDataContent.Part, using generator: inout SeededGenerator) {
    switch part {
    case .startDate: startDate = .finite(using: &generator)
    case .endDate: endDate = .finite(using: &generator)
    case .value1: value1 = .finite(using: &generator)
    case .value2: value2 = .finite(using: &generator)
    case .optionID: optionID = UUID(from: &generator)
    }
  }

  /// Takes a part away.
  mutating func remove(_ part: ItemDataContent.Part) {
    switch part {
    case .startDate: startDate = nil
    case .endDate: endDate = nil
    case .value1: value1 = nil
    case .value2: value2 = nil
    case .optionID: optionID = nil
    }
  }
}

extension UUID {
  fileprivate init(from generator: inout SeededGenerator) {
    let bits = (generator.next(), generator.next())
    self = withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Double {
  /// Any finite number, and often one of those that are easily got wrong.
  fileprivate static func finite(using generator: inout SeededGenerator) -> Double {
    let special = [
      0, -0.0, 0.1, -1, 98.6, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, 9_007_199_254_740_992,
    ]
    if Bool.random(using: &generator), let number = special.randomElement(using: &generator) {
      return number
    }
    while true {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { return number }
    }
  }
}

extension Date {
  fileprivate static func finite(using generator: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: .finite(using: &generator))
  }
}
