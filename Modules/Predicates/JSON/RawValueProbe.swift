import Foundation

/// Makes values of a type with raw values, to look at what its properties read.
enum RawValueProbe {
  static func values<Raw: RawRepresentable>(of type: Raw.Type) -> [Raw] {
    guard let rawType = Raw.RawValue.self as? any Decodable.Type else { return [] }
    func values<Value: Decodable>(_ rawType: Value.Type) -> [Raw] {
      (0..<MemberProbe.variantCount).compactMap { variant in
        // A type that refuses what the probe answers has no value to look at.
        let raw = try? MemberProbe(variant: variant).value(rawType)
        return (raw as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
      }
    }
    let made = values(rawType)
    if !made.isEmpty { return made }
    // An enum's cases have raw values that nobody can guess; but its first case can be had.
    func first<Value: Decodable>(_ type: Value.Type) -> Raw? {
      try? MemberProbe(variant: 0).value(type) as? Raw
    }
    return (type as? any Decodable.Type).flatMap { first($0) }.map { [$0] } ?? []
  }
}
