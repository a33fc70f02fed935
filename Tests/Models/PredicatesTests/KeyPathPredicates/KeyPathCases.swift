import Strata
import StrataQuery

extension KeyPathCase {
  static let comparisons: [KeyPathCase] = [
    .init(#"\Voyage.miles > 3"#, { _ in \Voyage.miles > 3 }) { v, _ in v.miles > 3 },
    .init(#"\Voyage.miles >= 3"#, { _ in \Voyage.miles >= 3 }) { v, _ in v.miles >= 3 },
    .init(#"\Voyage.miles < 3"#, { _ in \Voyage.miles < 3 }) { v, _ in v.miles < 3 },
    .init(#"\Voyage.miles <= 3"#, { _ in \Voyage.miles <= 3 }) { v, _ in v.miles <= 3 },
    .init(#"\Voyage.miles == Int.max"#, { _ in \Voyage.miles == Int.max }) { v, _ in
      v.miles == Int.max
    },
    .init(#"\Voyage.miles != 3"#, { _ in \Voyage.miles != 3 }) { v, _ in v.miles != 3 },
    .init(#"\Voyage.guests > 3"#, { _ in \Voyage.guests > 3 }) { v, _ in ordered(v.guests, >, 3) },
    .init(#"\Voyage.guests >= 3"#, { _ in \Voyage.guests >= 3 }) { v, _ in
      ordered(v.guests, >=, 3)
    },
    .init(#"\Voyage.guests < 3"#, { _ in \Voyage.guests < 3 }) { v, _ in ordered(v.guests, <, 3) },
    .init(#"\Voyage.guests <= 3"#, { _ in \Voyage.guests <= 3 }) { v, _ in
      ordered(v.guests, <=, 3)
    },
    .init(#"!(\Voyage.guests <= 3)"#, { _ in !(\Voyage.guests <= 3) }) { v, _ in
      !ordered(v.guests, <=, 3)
    },
    .init(#"\Voyage.guests == 3"#, { _ in \Voyage.guests == 3 }) { v, _ in v.guests == 3 },
    .init(#"\Voyage.guests != 3"#, { _ in \Voyage.guests != 3 }) { v, _ in v.guests != 3 },
    .init(#"\Voyage.guests == nil"#, { _ in \Voyage.guests == nil }) { v, _ in v.guests == nil },
    .init(#"\Voyage.guests != nil"#, { _ in \Voyage.guests != nil }) { v, _ in v.guests != nil },
    .init(#"\Voyage.name == "a""#, { _ in \Voyage.name == "a" }) { v, _ in v.name == "a" },
    .init(#"\Voyage.name < "b""#, { _ in \Voyage.name < "b" }) { v, _ in v.name < "b" },
    .init(#"\Voyage.nick != "a""#, { _ in \Voyage.nick != "a" }) { v, _ in v.nick != "a" },
    .init(#"\Voyage.speed < 2.5"#, { _ in \Voyage.speed < 2.5 }) { v, _ in
      ordered(v.speed, <, 2.5)
    },
    .init(#"\Voyage.weather == .calm"#, { _ in \Voyage.weather == .calm }) { v, _ in
      v.weather == .calm
    },
    .init(#"\Voyage.forecast != .storm"#, { _ in \Voyage.forecast != .storm }) { v, _ in
      v.forecast != .storm
    },
    .init(#"\Voyage.code == Voyage.codes[1]"#, { _ in \Voyage.code == Voyage.codes[1] }) { v, _ in
      v.code == Voyage.codes[1]
    },
    .init(
      #"\Voyage.left <= Date(timeIntervalSinceReferenceDate: 0)"#,
      { _ in \Voyage.left <= Date(timeIntervalSinceReferenceDate: 0) }
    ) { v, _ in v.left <= Date(timeIntervalSinceReferenceDate: 0) },
    .init(
      #"\Voyage.arrived > Date(timeIntervalSinceReferenceDate: 1)"#,
      { _ in \Voyage.arrived > Date(timeIntervalSinceReferenceDate: 1) }
    ) { v, _ in ordered(v.arrived, >, Date(timeIntervalSinceReferenceDate: 1)) },
    .init(#"\Voyage.isFull == true"#, { _ in \Voyage.isFull == true }) { v, _ in v.isFull },
    .init(#"Predicate(\Voyage.isFull)"#, { _ in Predicate(\Voyage.isFull) }) { v, _ in v.isFull },
    .init(#"!\Voyage.isFull"#, { _ in !\Voyage.isFull }) { v, _ in !v.isFull },
    .init(#"\Voyage.wasLate != true"#, { _ in \Voyage.wasLate != true }) { v, _ in
      v.wasLate != true
    },
    .init(#"\Voyage.berth.from >= 2"#, { _ in \Voyage.berth.from >= 2 }) { v, _ in
      v.berth.from >= 2
    },
    .init(#"\Voyage.spare?.to == 5"#, { _ in \Voyage.spare?.to == 5 }) { v, _ in v.spare?.to == 5 },
    .init(#"\Voyage.weather.rawValue < "c""#, { _ in \Voyage.weather.rawValue < "c" }) { v, _ in
      v.weather == .breeze
    },
    .init(#"\Voyage.forecast?.force != 4"#, { _ in \Voyage.forecast?.force != 4 }) { v, _ in
      v.forecast?.force != 4
    },
    .init(#"(\Voyage.miles).between(2...9)"#, { _ in (\Voyage.miles).between(2...9) }) { v, _ in
      (2...9).contains(v.miles)
    },
    .init(#"(\Voyage.guests).between(2..<9)"#, { _ in (\Voyage.guests).between(2..<9) }) { v, _ in
      v.guests.map { (2..<9).contains($0) } ?? false
    },
    .init(#"(\Voyage.name).in(["a", "b", ""])"#, { _ in (\Voyage.name).in(["a", "b", ""]) }) {
      v, _ in ["a", "b", ""].contains(v.name)
    },
    .init(#"(\Voyage.miles).in([])"#, { _ in (\Voyage.miles).in([]) }) { _, _ in false },
    .init(#"(\Voyage.miles).in(1...4)"#, { _ in (\Voyage.miles).in(1...4) }) { v, _ in
      (1...4).contains(v.miles)
    },
    .init(#"(\Voyage.nick).in(["a", nil])"#, { _ in (\Voyage.nick).in(["a", nil]) }) { v, _ in
      ["a", nil].contains(v.nick)
    },
    .init(
      #"(\Voyage.weather).in([.calm, .storm])"#, { _ in (\Voyage.weather).in([.calm, .storm]) }
    ) { v, _ in v.weather != .breeze },
    .init(#"(\Voyage.cargo).contains(.timber)"#, { _ in (\Voyage.cargo).contains(.timber) }) {
      v, _ in v.cargo.contains(.timber)
    },
    .init(
      #"(\Voyage.cargo).contains(all: [.grain, .cattle])"#,
      { _ in (\Voyage.cargo).contains(all: [.grain, .cattle]) }
    ) { v, _ in v.cargo.isSuperset(of: [.grain, .cattle]) },
    .init(
      #"(\Voyage.extra).contains(any: [.grain, .cattle])"#,
      { _ in (\Voyage.extra).contains(any: [.grain, .cattle]) }
    ) { v, _ in v.extra.map { !$0.isDisjoint(with: [.grain, .cattle]) } ?? false },
    .init(#"(\Voyage.miles).contains(all: 5)"#, { _ in (\Voyage.miles).contains(all: 5) }) { v, _ in
      v.miles & 5 == 5
    },
    .init(#"(\Voyage.miles).contains(any: 5)"#, { _ in (\Voyage.miles).contains(any: 5) }) { v, _ in
      v.miles & 5 != 0
    },
  ]

  static let texts: [KeyPathCase] = [
    .init(#"(\Voyage.name).contains("a")"#, { _ in (\Voyage.name).contains("a") }) { v, _ in
      v.name.contains("a")
    },
    .init(#"(\Voyage.name).contains("")"#, { _ in (\Voyage.name).contains("") }) { _, _ in true },
    .init(
      #"(\Voyage.name).contains("É", options: .caseInsensitive)"#,
      { _ in (\Voyage.name).contains("É", options: .caseInsensitive) }
    ) { v, _ in v.name.contains("é") || v.name.contains("É") },
    .init(
      #"(\Voyage.nick).contains("e", options: [.caseInsensitive, .diacriticInsensitive])"#,
      { _ in (\Voyage.nick).contains("e", options: [.caseInsensitive, .diacriticInsensitive]) }
    ) { v, _ in v.nick?.contains("É") ?? false },
    .init(#"(\Voyage.name).beginsWith("a")"#, { _ in (\Voyage.name).beginsWith("a") }) { v, _ in
      v.name.hasPrefix("a")
    },
    .init(
      #"(\Voyage.nick).endsWith("A", options: .caseInsensitive)"#,
      { _ in (\Voyage.nick).endsWith("A", options: .caseInsensitive) }
    ) { v, _ in v.nick?.lowercased().hasSuffix("a") ?? false },
    .init(#"!(\Voyage.nick).endsWith("a")"#, { _ in !(\Voyage.nick).endsWith("a") }) { v, _ in
      !(v.nick?.hasSuffix("a") ?? false)
    },
    .init(#"(\Voyage.name).like("a*")"#, { _ in (\Voyage.name).like("a*") }) { v, _ in
      v.name.hasPrefix("a")
    },
    .init(#"(\Voyage.name).like("??")"#, { _ in (\Voyage.name).like("??") }) { v, _ in
      v.name.count == 2
    },
    .init(#"(\Voyage.name).like("*\\*")"#, { _ in (\Voyage.name).like("*\\*") }) { v, _ in
      v.name.hasSuffix("*")
    },
    .init(#"(\Voyage.nick).matches("[ab]+")"#, { _ in (\Voyage.nick).matches("[ab]+") }) { v, _ in
      v.nick.map { !$0.isEmpty && $0.allSatisfy { "ab".contains($0) } } ?? false
    },
    .init(
      #"(\Voyage.nick).equals("AB", options: .caseInsensitive)"#,
      { _ in (\Voyage.nick).equals("AB", options: .caseInsensitive) }
    ) { v, _ in v.nick?.lowercased() == "ab" },
    .init(#"\Voyage.name.count > 2"#, { _ in \Voyage.name.count > 2 }) { v, _ in v.name.count > 2 },
    .init(#"\Voyage.nick?.count == 2"#, { _ in \Voyage.nick?.count == 2 }) { v, _ in
      v.nick?.count == 2
    },
    .init(#"\Voyage.nick?.isEmpty != true"#, { _ in \Voyage.nick?.isEmpty != true }) { v, _ in
      v.nick?.isEmpty != true
    },
    .init(#"\Voyage.nick?.isEmpty == false"#, { _ in \Voyage.nick?.isEmpty == false }) { v, _ in
      v.nick?.isEmpty == false
    },
  ]
}
