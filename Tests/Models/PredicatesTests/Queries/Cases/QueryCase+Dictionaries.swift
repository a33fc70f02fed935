import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func dictionaries() -> [QueryCase] {
    let key = "a", level = StockLevel.high, lookUp = ["a": 1, "ab": 2]
    var cases: [QueryCase] = []
    cases.add(#"$0.counts["a"] == 1"#, #Predicate { $0.counts["a"] == 1 })
    cases.add(#"$0.counts[key] == 1"#, #Predicate { $0.counts[key] == 1 })
    cases.add(#"$0.counts[key] == nil"#, #Predicate { $0.counts[key] == nil })
    cases.add(#"$0.counts["b\"c"] == 2"#, #Predicate { $0.counts["b\"c"] == 2 })
    cases.add(#"$0.counts[$0.name] == 1"#, #Predicate { $0.counts[$0.name] == 1 })
    cases.add(#"$0.counts[$0.name] != 1"#, #Predicate { $0.counts[$0.name] != 1 })
    cases.add(#"$0.counts[key, default: 0] > 1"#, #Predicate { $0.counts[key, default: 0] > 1 })
    cases.add(
      #"$0.counts[$0.name, default: 3] == 3"#, #Predicate { $0.counts[$0.name, default: 3] == 3 })
    cases.add(#"$0.counts.isEmpty"#, #Predicate { $0.counts.isEmpty })
    cases.add(#"$0.counts.count == 2"#, #Predicate { $0.counts.count == 2 })
    cases.add(#"$0.counts.keys.contains(key)"#, #Predicate { $0.counts.keys.contains(key) })
    cases.add(
      #"$0.counts.keys.contains { $0.isEmpty }"#,
      #Predicate { $0.counts.keys.contains { $0.isEmpty } })
    cases.add(#"$0.counts.values.contains(3)"#, #Predicate { $0.counts.values.contains(3) })
    cases.add(
      #"$0.counts.values.allSatisfy { $0 > 0 }"#,
      #Predicate { $0.counts.values.allSatisfy { $0 > 0 } })
    cases.add(#"$0.named[1] == "a""#, #Predicate { $0.named[1] == "a" })
    cases.add(#"$0.named[2, default: "x"] == "x""#, #Predicate { $0.named[2, default: "x"] == "x" })
    cases.add(#"$0.named.keys.contains(3)"#, #Predicate { $0.named.keys.contains(3) })
    cases.add(#"$0.levels[level] == 1"#, #Predicate { $0.levels[level] == 1 })
    cases.add(#"$0.levels[level] == nil"#, #Predicate { $0.levels[level] == nil })
    cases.add(#"$0.levels[$0.level] == 2"#, #Predicate { $0.levels[$0.level] == 2 })
    cases.add(
      #"$0.levels[level, default: 2] == 2"#, #Predicate { $0.levels[level, default: 2] == 2 })
    cases.add(#"$0.levels.values.contains(3)"#, #Predicate { $0.levels.values.contains(3) })
    cases.add(#"lookUp[$0.name] == 2"#, #Predicate { lookUp[$0.name] == 2 })
    cases.add(#"lookUp[$0.name, default: 0] == 0"#, #Predicate { lookUp[$0.name, default: 0] == 0 })
    return cases
  }
}
