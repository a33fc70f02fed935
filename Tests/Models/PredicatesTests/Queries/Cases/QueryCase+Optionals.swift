import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func optionals() -> [QueryCase] {
    let none: String? = nil, fallback = "none"
    var cases: [QueryCase] = []
    cases.add(
      #"($0.nick ?? fallback) == fallback"#, #Predicate { ($0.nick ?? fallback) == fallback })
    cases.add(#"($0.nick ?? $0.name) == "a""#, #Predicate { ($0.nick ?? $0.name) == "a" })
    cases.add(#"($0.count ?? 0) > 1"#, #Predicate { ($0.count ?? 0) > 1 })
    cases.add(#"($0.isNew ?? false)"#, #Predicate { ($0.isNew ?? false) })
    cases.add(#"!($0.isNew ?? true)"#, #Predicate { !($0.isNew ?? true) })
    cases.add(#"($0.vendor?.name ?? "") == """#, #Predicate { ($0.vendor?.name ?? "") == "" })
    cases.add(
      #"($0.vendor?.rating ?? $0.step) > 2"#, #Predicate { ($0.vendor?.rating ?? $0.step) > 2 })
    cases.add(#"$0.nick?.isEmpty == true"#, #Predicate { $0.nick?.isEmpty == true })
    cases.add(#"$0.nick?.isEmpty == false"#, #Predicate { $0.nick?.isEmpty == false })
    cases.add(#"$0.nick?.isEmpty != true"#, #Predicate { $0.nick?.isEmpty != true })
    cases.add(#"($0.nick?.isEmpty ?? true)"#, #Predicate { ($0.nick?.isEmpty ?? true) })
    cases.add(#"$0.nick?.count == 1"#, #Predicate { $0.nick?.count == 1 })
    cases.add(
      #"$0.nick.flatMap { $0.contains("a") } == true"#,
      #Predicate { $0.nick.flatMap { $0.contains("a") } == true })
    cases.add(
      #"$0.nick.flatMap { $0.contains("a") } != true"#,
      #Predicate { $0.nick.flatMap { $0.contains("a") } != true })
    cases.add(
      #"($0.nick.flatMap { !$0.contains("a") } ?? true)"#,
      #Predicate { ($0.nick.flatMap { !$0.contains("a") } ?? true) })
    cases.add(
      #"$0.count.flatMap { $0 > 1 } ?? false"#, #Predicate { $0.count.flatMap { $0 > 1 } ?? false })
    cases.add(
      #"$0.count.flatMap { $0 > 1 } ?? $0.isOpen"#,
      #Predicate { $0.count.flatMap { $0 > 1 } ?? $0.isOpen })
    cases.add(#"$0.nick == none"#, #Predicate { $0.nick == none })
    cases.add(#"$0.nick == none ?? "a""#, #Predicate { $0.nick == none ?? "a" })
    cases.add(#"$0.vendor != nil"#, #Predicate { $0.vendor != nil })
    cases.add(#"$0.vendor == nil"#, #Predicate { $0.vendor == nil })
    cases.add(#"$0.vendor?.chief == nil"#, #Predicate { $0.vendor?.chief == nil })
    cases.add(
      #"$0.vendor.flatMap { $0.stocks.count } == 20"#,
      #Predicate { $0.vendor.flatMap { $0.stocks.count } == 20 })
    cases.add(
      #"$0.vendor.flatMap { $0.stocks.isEmpty } == nil"#,
      #Predicate { $0.vendor.flatMap { $0.stocks.isEmpty } == nil })
    cases.add(
      #"$0.vendor?.stocks.isEmpty == false"#, #Predicate { $0.vendor?.stocks.isEmpty == false })
    cases.add(
      #"$0.vendor.flatMap { $0.stocks.contains { $0.step == 9 } } == true"#,
      #Predicate { $0.vendor.flatMap { $0.stocks.contains { $0.step == 9 } } == true })
    cases.add(#"$0.home == nil"#, #Predicate { $0.home == nil })
    cases.add(#"$0.home != nil"#, #Predicate { $0.home != nil })
    cases.add(#"$0.hints == nil"#, #Predicate { $0.hints == nil })
    cases.add(#"($0.hints ?? []).isEmpty"#, #Predicate { ($0.hints ?? []).isEmpty })
    cases.add(#"($0.hints ?? []).contains("a")"#, #Predicate { ($0.hints ?? []).contains("a") })
    cases.add(#"$0.hints?.count == 2"#, #Predicate { $0.hints?.count == 2 })
    cases.add(
      #"$0.hints.flatMap { $0.contains("a") } ?? false"#,
      #Predicate { $0.hints.flatMap { $0.contains("a") } ?? false })
    return cases
  }
}
