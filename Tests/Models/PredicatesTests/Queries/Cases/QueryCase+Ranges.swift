import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func ranges() -> [QueryCase] {
    let closed = -2...3, open = 0..<4, from = 2..., upTo = ..<1, through = ...0
    let texts = "a"..."b",
      days = Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 86400)
    let unsigned = UInt64(Int64.max)..., decimals = (Decimal(-152) / 100)..<Decimal(10)
    var cases: [QueryCase] = []
    cases.add(#"(1...3).contains($0.step)"#, #Predicate { (1...3).contains($0.step) })
    cases.add(#"(1..<3).contains($0.step)"#, #Predicate { (1..<3).contains($0.step) })
    cases.add(#"closed.contains($0.step)"#, #Predicate { closed.contains($0.step) })
    cases.add(#"open.contains($0.step)"#, #Predicate { open.contains($0.step) })
    cases.add(#"from.contains($0.step)"#, #Predicate { from.contains($0.step) })
    cases.add(#"upTo.contains($0.step)"#, #Predicate { upTo.contains($0.step) })
    cases.add(#"through.contains($0.number)"#, #Predicate { through.contains($0.number) })
    cases.add(#"!closed.contains($0.count ?? 9)"#, #Predicate { !closed.contains($0.count ?? 9) })
    cases.add(
      #"$0.count.flatMap { closed.contains($0) } ?? false"#,
      #Predicate { $0.count.flatMap { closed.contains($0) } ?? false })
    cases.add(#"texts.contains($0.name)"#, #Predicate { texts.contains($0.name) })
    cases.add(#"days.contains($0.date)"#, #Predicate { days.contains($0.date) })
    cases.add(#"unsigned.contains($0.big)"#, #Predicate { unsigned.contains($0.big) })
    cases.add(#"decimals.contains($0.amount)"#, #Predicate { decimals.contains($0.amount) })
    cases.add(#"(0...4).contains($0.words.count)"#, #Predicate { (0...4).contains($0.words.count) })
    cases.add(#"($0.step...9).contains(3)"#, #Predicate { ($0.step...9).contains(3) })
    cases.add(#"(-9..<$0.step).contains(0)"#, #Predicate { (-9..<$0.step).contains(0) })
    cases.add(
      #"closed.allSatisfy { $0 < 4 } && $0.isOpen"#,
      #Predicate { closed.allSatisfy { $0 < 4 } && $0.isOpen })
    cases.add(
      #"open.contains { $0 == 3 } && $0.isOpen"#,
      #Predicate { open.contains { $0 == 3 } && $0.isOpen })
    return cases
  }
}
