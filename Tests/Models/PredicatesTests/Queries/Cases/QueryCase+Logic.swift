import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func logic() -> [QueryCase] {
    let yes = true, no = false, search = ""
    var cases: [QueryCase] = []
    cases.add(#"$0.isOpen && $0.step > 0"#, #Predicate { $0.isOpen && $0.step > 0 })
    cases.add(#"$0.isOpen || $0.step > 0"#, #Predicate { $0.isOpen || $0.step > 0 })
    cases.add(#"!$0.isOpen"#, #Predicate { !$0.isOpen })
    cases.add(#"!($0.count == 2)"#, #Predicate { !($0.count == 2) })
    cases.add(#"!($0.vendor?.rating == 3)"#, #Predicate { !($0.vendor?.rating == 3) })
    cases.add(
      #"!($0.isOpen && $0.isNew == true) || $0.step == 1"#,
      #Predicate { !($0.isOpen && $0.isNew == true) || $0.step == 1 })
    cases.add(#"yes && $0.isOpen"#, #Predicate { yes && $0.isOpen })
    cases.add(#"no && $0.isOpen"#, #Predicate { no && $0.isOpen })
    cases.add(#"no || $0.isOpen"#, #Predicate { no || $0.isOpen })
    cases.add(#"yes || $0.isOpen"#, #Predicate { yes || $0.isOpen })
    cases.add(
      #"search.isEmpty || $0.name.contains(search)"#,
      #Predicate { search.isEmpty || $0.name.contains(search) })
    cases.add(
      #"!search.isEmpty && $0.name == search"#, #Predicate { !search.isEmpty && $0.name == search })
    cases.add(
      #"$0.isOpen ? $0.step > 0 : $0.step < 0"#,
      #Predicate { $0.isOpen ? $0.step > 0 : $0.step < 0 })
    cases.add(
      #"($0.isOpen ? $0.step : $0.number) > 1"#,
      #Predicate { ($0.isOpen ? $0.step : $0.number) > 1 })
    cases.add(
      #"($0.isOpen ? $0.nick : nil) == "a""#, #Predicate { ($0.isOpen ? $0.nick : nil) == "a" })
    cases.add(
      #"($0.nick == nil ? "none" : $0.name) == "none""#,
      #Predicate { ($0.nick == nil ? "none" : $0.name) == "none" })
    cases.add(#"(yes ? $0.step : $0.number) > 2"#, #Predicate { (yes ? $0.step : $0.number) > 2 })
    cases.add(
      #"($0.isOpen == ($0.step > 0)) != ($0.count == 2)"#,
      #Predicate { ($0.isOpen == ($0.step > 0)) != ($0.count == 2) })
    cases.add(
      #"if $0.isOpen { $0.step > 0 } else { $0.count == 1 }"#,
      #Predicate { if $0.isOpen { $0.step > 0 } else { $0.count == 1 } })
    cases.add(
      #"if let count = $0.count { count > 1 } else { $0.isOpen }"#,
      #Predicate { if let count = $0.count { count > 1 } else { $0.isOpen } })
    return cases
  }
}
