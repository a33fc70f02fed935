// What `!` means in predicates is tried here.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func unwrapping() -> [QueryCase] {
    let two = 2
    var cases: [QueryCase] = []
    cases.add(#"$0.count != nil && $0.count! > 1"#, #Predicate { $0.count != nil && $0.count! > 1 })
    cases.add(
      #"$0.count == nil || $0.count! == two"#, #Predicate { $0.count == nil || $0.count! == two })
    cases.add(
      #"$0.nick != nil && $0.nick!.isEmpty"#, #Predicate { $0.nick != nil && $0.nick!.isEmpty })
    cases.add(
      #"$0.vendor != nil && $0.vendor!.name == "Ada""#,
      #Predicate { $0.vendor != nil && $0.vendor!.name == "Ada" })
    cases.add(
      #"$0.vendor == nil || $0.vendor!.rating != 3"#,
      #Predicate { $0.vendor == nil || $0.vendor!.rating != 3 })
    cases.add(
      #"($0.count == nil ? 0 : $0.count!) == 0"#,
      #Predicate { ($0.count == nil ? 0 : $0.count!) == 0 })
    cases.add(#"$0.count! > 1"#, #Predicate { $0.count! > 1 })
    cases.add(#"$0.count! != 1"#, #Predicate { $0.count! != 1 })
    cases.add(#"!($0.count! == 1)"#, #Predicate { !($0.count! == 1) })
    cases.add(#"$0.count! == 1 || $0.isOpen"#, #Predicate { $0.count! == 1 || $0.isOpen })
    cases.add(#"$0.isNew!"#, #Predicate { $0.isNew! })
    cases.add(#"$0.vendor!.name != "Ada""#, #Predicate { $0.vendor!.name != "Ada" })
    cases.add(#"$0.numbers[0] == 1"#, #Predicate { $0.numbers[0] == 1 })
    cases.add(#"$0.numbers[1] != 1"#, #Predicate { $0.numbers[1] != 1 })
    cases.add(#"$0.numbers[0..<2].contains(1)"#, #Predicate { $0.numbers[0..<2].contains(1) })
    cases.add(#"!$0.numbers[1..<2].contains(1)"#, #Predicate { !$0.numbers[1..<2].contains(1) })
    cases.add(
      #"$0.words.count > 1 && $0.words[1] == "a""#,
      #Predicate { $0.words.count > 1 && $0.words[1] == "a" })
    cases.add(#"$0.weight! / 2 > 0"#, #Predicate { $0.weight! / 2 > 0 })
    return cases
  }
}
