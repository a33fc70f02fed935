import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func texts() -> [QueryCase] {
    let a = "a", empty = "", names = ["a", "ab", "äb"]
    let expression = #/[aä]b+/#
    var cases: [QueryCase] = []
    cases.add(#"$0.name.contains("a")"#, #Predicate { $0.name.contains("a") })
    cases.add(#"$0.name.contains(a)"#, #Predicate { $0.name.contains(a) })
    cases.add(#"$0.name.contains(empty)"#, #Predicate { $0.name.contains(empty) })
    cases.add(#"!$0.name.contains("b")"#, #Predicate { !$0.name.contains("b") })
    cases.add(#"a.contains($0.name)"#, #Predicate { a.contains($0.name) })
    cases.add(#"$0.name.contains($0.nick ?? "x")"#, #Predicate { $0.name.contains($0.nick ?? "x") })
    cases.add(#"$0.name.starts(with: "a")"#, #Predicate { $0.name.starts(with: "a") })
    cases.add(
      #"$0.name.starts(with: $0.nick ?? "b")"#, #Predicate { $0.name.starts(with: $0.nick ?? "b") })
    cases.add(
      #"$0.vendor?.name.starts(with: "A") == true"#,
      #Predicate { $0.vendor?.name.starts(with: "A") == true })
    cases.add(#"$0.name.isEmpty"#, #Predicate { $0.name.isEmpty })
    cases.add(#"!$0.name.isEmpty"#, #Predicate { !$0.name.isEmpty })
    cases.add(#"$0.name.count == 2"#, #Predicate { $0.name.count == 2 })
    cases.add(#"$0.name.count > $0.words.count"#, #Predicate { $0.name.count > $0.words.count })
    cases.add(
      #"$0.name.localizedStandardContains("E")"#,
      #Predicate { $0.name.localizedStandardContains("E") })
    cases.add(
      #"$0.nick?.localizedStandardContains("A") == true"#,
      #Predicate { $0.nick?.localizedStandardContains("A") == true })
    cases.add(
      #"$0.vendor?.name.localizedStandardContains("celik") ?? false"#,
      #Predicate { $0.vendor?.name.localizedStandardContains("celik") ?? false })
    cases.add(#"names.contains($0.name)"#, #Predicate { names.contains($0.name) })
    cases.add(#"names.contains($0.nick ?? "")"#, #Predicate { names.contains($0.nick ?? "") })
    cases.add(#"$0.name.contains(expression)"#, #Predicate { $0.name.contains(expression) })
    cases.add(
      #"$0.name.contains(expression) || $0.vendor?.name.contains(expression) == true"#,
      #Predicate { $0.name.contains(expression) || $0.vendor?.name.contains(expression) == true })
    cases.add(#"$0.place.city.contains("b")"#, #Predicate { $0.place.city.contains("b") })
    cases.add(#"$0.place.city.isEmpty"#, #Predicate { $0.place.city.isEmpty })
    return cases
  }
}
