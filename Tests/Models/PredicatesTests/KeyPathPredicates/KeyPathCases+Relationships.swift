import StrataModelSupport
import Strata

extension KeyPathCase {
  static let relationships: [KeyPathCase] = [
    .init(#"\Voyage.captain == fleet.someone"#, { fleet in \Voyage.captain == fleet.someone }) {
      v, fleet in v.captain == fleet.someone
    },
    .init(#"\Voyage.captain != fleet.someone"#, { fleet in \Voyage.captain != fleet.someone }) {
      v, fleet in v.captain != fleet.someone
    },
    .init(#"\Voyage.captain == nil"#, { _ in \Voyage.captain == nil }) { v, _ in v.captain == nil },
    .init(
      #"(\Voyage.captain).in(fleet.sailors.suffix(2))"#,
      { fleet in (\Voyage.captain).in(fleet.sailors.suffix(2)) }
    ) { v, fleet in v.captain.map { fleet.sailors.suffix(2).contains($0) } ?? false },
    .init(#"\Voyage.captain?.age >= 16"#, { _ in \Voyage.captain?.age >= 16 }) { v, _ in
      ordered(v.captain?.age, >=, 16)
    },
    .init(#"\Voyage.captain?.age == nil"#, { _ in \Voyage.captain?.age == nil }) { v, _ in
      v.captain?.age == nil
    },
    .init(#"\Voyage.captain?.isMaster == true"#, { _ in \Voyage.captain?.isMaster == true }) {
      v, _ in v.captain?.isMaster == true
    },
    .init(#"\Voyage.captain?.isMaster != true"#, { _ in \Voyage.captain?.isMaster != true }) {
      v, _ in v.captain?.isMaster != true
    },
    .init(
      #"\Voyage.captain?.mentor?.name == """#, { _ in \Voyage.captain?.mentor?.name == "" }
    ) { v, _ in v.captain?.mentor?.name == "" },
    .init(
      #"\Voyage.captain?.mentor?.name.count < 2"#, { _ in \Voyage.captain?.mentor?.name.count < 2 }
    ) { v, _ in ordered(v.captain?.mentor?.name.count, <, 2) },
    .init(
      #"\Voyage.captain?.name.isEmpty == false"#, { _ in \Voyage.captain?.name.isEmpty == false }
    ) { v, _ in v.captain?.name.isEmpty == false },
    .init(
      #"\Voyage.captain?.mentor == fleet.someone"#,
      { fleet in \Voyage.captain?.mentor == fleet.someone }
    ) { v, fleet in v.captain?.mentor == fleet.someone },
    .init(
      #"\Voyage.captain?.persistentModelID == fleet.someone.persistentModelID"#,
      { fleet in \Voyage.captain?.persistentModelID == fleet.someone.persistentModelID }
    ) { v, fleet in v.captain == fleet.someone },
    .init(
      #"(\Voyage.captain?.name).contains("a")"#, { _ in (\Voyage.captain?.name).contains("a") }
    ) { v, _ in v.captain?.name.contains("a") ?? false },
    .init(
      #"(\Voyage.legs).contains(fleet.someLeg)"#,
      { fleet in (\Voyage.legs).contains(fleet.someLeg) }
    ) { v, fleet in v.legs.contains(fleet.someLeg) },
    .init(#"(\Voyage.legs).any(\Leg.miles > 2)"#, { _ in (\Voyage.legs).any(\Leg.miles > 2) }) {
      v, _ in v.legs.contains { $0.miles > 2 }
    },
    .init(#"(\Voyage.legs).all(\Leg.miles > 0)"#, { _ in (\Voyage.legs).all(\Leg.miles > 0) }) {
      v, _ in v.legs.allSatisfy { $0.miles > 0 }
    },
    .init(#"(\Voyage.legs).none(\Leg.miles > 2)"#, { _ in (\Voyage.legs).none(\Leg.miles > 2) }) {
      v, _ in !v.legs.contains { $0.miles > 2 }
    },
    .init(#"!(\Voyage.legs).all(\Leg.fuel > 0)"#, { _ in !(\Voyage.legs).all(\Leg.fuel > 0) }) {
      v, _ in !v.legs.allSatisfy { ordered($0.fuel, >, 0) }
    },
    .init(
      #"(\Voyage.legs).any(\Leg.pilot.name == "a" || \Leg.pilot.age == 16)"#,
      { _ in (\Voyage.legs).any(\Leg.pilot.name == "a" || \Leg.pilot.age == 16) }
    ) { v, _ in v.legs.contains { $0.pilot.name == "a" || $0.pilot.age == 16 } },
    .init(#"(\Voyage.crew).any(\Sailor.age > 16)"#, { _ in (\Voyage.crew).any(\Sailor.age > 16) }) {
      v, _ in v.crew?.contains { ordered($0.age, >, 16) } ?? false
    },
    .init(#"(\Voyage.crew).all(\Sailor.age > 16)"#, { _ in (\Voyage.crew).all(\Sailor.age > 16) }) {
      v, _ in v.crew?.allSatisfy { ordered($0.age, >, 16) } ?? true
    },
    .init(
      #"(\Voyage.crew).contains(fleet.someone)"#,
      { fleet in (\Voyage.crew).contains(fleet.someone) }
    ) { v, fleet in v.crew?.contains(fleet.someone) ?? false },
    .init(
      #"(\Voyage.crew).any((\Sailor.watches).any(\Voyage.captain == fleet.someone))"#,
      { fleet in (\Voyage.crew).any((\Sailor.watches).any(\Voyage.captain == fleet.someone)) }
    ) { v, fleet in
      v.crew?.contains { $0.watches.contains { $0.captain == fleet.someone } } ?? false
    },
    .init(
      #"(\Voyage.captain?.watches).any(\Voyage.isFull == true)"#,
      { _ in (\Voyage.captain?.watches).any(\Voyage.isFull == true) }
    ) { v, _ in v.captain?.watches.contains { $0.isFull } ?? false },
  ]

  static let numbers: [KeyPathCase] = [
    .init(#"\Voyage.legs.count > 1"#, { _ in \Voyage.legs.count > 1 }) { v, _ in
      v.legs.count > 1
    },
    .init(#"\Voyage.legs.isEmpty == false"#, { _ in \Voyage.legs.isEmpty == false }) { v, _ in
      !v.legs.isEmpty
    },
    .init(#"(\Voyage.legs).count > 1"#, { _ in (\Voyage.legs).count > 1 }) { v, _ in
      v.legs.count > 1
    },
    .init(#"(\Voyage.crew).count == 0"#, { _ in (\Voyage.crew).count == 0 }) { v, _ in
      v.crew?.isEmpty ?? true
    },
    .init(
      #"(\Voyage.legs).count(where: \Leg.miles > 0) == 1"#,
      { _ in (\Voyage.legs).count(where: \Leg.miles > 0) == 1 }
    ) { v, _ in v.legs.count { $0.miles > 0 } == 1 },
    .init(#"(\Voyage.legs).sum(\.miles) >= 3"#, { _ in (\Voyage.legs).sum(\.miles) >= 3 }) { v, _ in
      v.legs.reduce(0) { $0 + $1.miles } >= 3
    },
    .init(#"(\Voyage.legs).sum(\.fuel) == 0"#, { _ in (\Voyage.legs).sum(\.fuel) == 0 }) { v, _ in
      v.legs.reduce(0) { $0 + ($1.fuel ?? 0) } == 0
    },
    .init(
      #"(\Voyage.legs).sum(\.miles, where: \Leg.fuel == nil) != 0"#,
      { _ in (\Voyage.legs).sum(\.miles, where: \Leg.fuel == nil) != 0 }
    ) { v, _ in v.legs.filter { $0.fuel == nil }.reduce(0) { $0 + $1.miles } != 0 },
    .init(#"(\Voyage.legs).average(\.miles) > 1.0"#, { _ in (\Voyage.legs).average(\.miles) > 1.0 })
    { v, _ in
      !v.legs.isEmpty && Double(v.legs.reduce(0) { $0 + $1.miles }) / Double(v.legs.count) > 1
    },
    .init(#"(\Voyage.legs).average(\.fuel) == nil"#, { _ in (\Voyage.legs).average(\.fuel) == nil })
    { v, _ in v.legs.allSatisfy { $0.fuel == nil } },
    .init(#"(\Voyage.legs).minimum(\.miles) < 0"#, { _ in (\Voyage.legs).minimum(\.miles) < 0 }) {
      v, _ in ordered(v.legs.map(\.miles).min(), <, 0)
    },
    .init(#"(\Voyage.legs).maximum(\.fuel) >= 1"#, { _ in (\Voyage.legs).maximum(\.fuel) >= 1 }) {
      v, _ in ordered(v.legs.compactMap(\.fuel).max(), >=, 1)
    },
    .init(#"(\Voyage.crew).maximum(\.name) == "a""#, { _ in (\Voyage.crew).maximum(\.name) == "a" })
    { v, _ in (v.crew ?? []).map(\.name).max() == "a" },
    .init(
      #"(\Voyage.crew).sum(\.age) > 20"#, { _ in (\Voyage.crew).sum(\.age) > 20 }
    ) { v, _ in (v.crew ?? []).reduce(0) { $0 + ($1.age ?? 0) } > 20 },
  ]

  static let compositions: [KeyPathCase] = [
    .init(
      #"\Voyage.isFull == true && \Voyage.miles > 3 && \Voyage.nick != nil"#,
      { _ in \Voyage.isFull == true && \Voyage.miles > 3 && \Voyage.nick != nil }
    ) { v, _ in v.isFull && v.miles > 3 && v.nick != nil },
    .init(
      #"\Voyage.isFull == true || !(\Voyage.miles > 3)"#,
      { _ in \Voyage.isFull == true || !(\Voyage.miles > 3) }
    ) { v, _ in v.isFull || v.miles <= 3 },
    .init(#"Predicate(all: [Predicate<Voyage>]())"#, { _ in Predicate(all: [Predicate<Voyage>]()) })
    { _, _ in true },
    .init(#"Predicate(any: [Predicate<Voyage>]())"#, { _ in Predicate(any: [Predicate<Voyage>]()) })
    { _, _ in false },
    .init(
      #"[\Voyage.miles > 3, \Voyage.guests == nil].joined(with: .or)"#,
      { _ in [\Voyage.miles > 3, \Voyage.guests == nil].joined(with: .or) }
    ) { v, _ in v.miles > 3 || v.guests == nil },
    .init(
      #"#Predicate<Voyage> { $0.miles > 3 } && \Voyage.isFull == false"#,
      { _ in #Predicate<Voyage> { $0.miles > 3 } && \Voyage.isFull == false }
    ) { v, _ in v.miles > 3 && !v.isFull },
  ]

  static let all = comparisons + texts + relationships + numbers + compositions
}
