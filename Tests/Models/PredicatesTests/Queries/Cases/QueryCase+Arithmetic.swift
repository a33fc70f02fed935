import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func arithmetic() -> [QueryCase] {
    let two = 2, half = 0.5, tenth = Decimal(1) / 10, one: UInt64 = 1
    var cases: [QueryCase] = []
    cases.add(#"$0.step + two > 3"#, #Predicate { $0.step + two > 3 })
    cases.add(#"$0.step - 1 == two"#, #Predicate { $0.step - 1 == two })
    cases.add(#"$0.step * two < $0.step"#, #Predicate { $0.step * two < $0.step })
    cases.add(#"-$0.step == two"#, #Predicate { -$0.step == two })
    cases.add(#"-$0.step * two > 4"#, #Predicate { -$0.step * two > 4 })
    cases.add(#"$0.step / two == 1"#, #Predicate { $0.step / two == 1 })
    cases.add(#"$0.step / 4 == -1"#, #Predicate { $0.step / 4 == -1 })
    cases.add(#"$0.step % two == 1"#, #Predicate { $0.step % two == 1 })
    cases.add(#"$0.step % 4 == -1"#, #Predicate { $0.step % 4 == -1 })
    cases.add(
      #"($0.step + 1) * ($0.step - 1) > 8"#, #Predicate { ($0.step + 1) * ($0.step - 1) > 8 })
    cases.add(#"$0.price / 2 > half"#, #Predicate { $0.price / 2 > half })
    cases.add(#"$0.price * half == 1"#, #Predicate { $0.price * half == 1 })
    cases.add(#"-$0.price > 1"#, #Predicate { -$0.price > 1 })
    cases.add(#"$0.price + half == half"#, #Predicate { $0.price + half == half })
    cases.add(
      #"$0.weight.flatMap { $0 * 2 } == 6"#, #Predicate { $0.weight.flatMap { $0 * 2 } == 6 })
    cases.add(#"($0.weight ?? 1) / 2 == half"#, #Predicate { ($0.weight ?? 1) / 2 == half })
    cases.add(#"$0.amount + tenth < 1"#, #Predicate { $0.amount + tenth < 1 })
    cases.add(#"$0.amount * 2 == -3"#, #Predicate { $0.amount * 2 == -3 })
    cases.add(#"$0.amount - tenth > $0.amount"#, #Predicate { $0.amount - tenth > $0.amount })
    cases.add(#"-$0.amount > 1"#, #Predicate { -$0.amount > 1 })
    cases.add(#"$0.big / 2 > one"#, #Predicate { $0.big / 2 > one })
    cases.add(#"$0.big % 2 == one"#, #Predicate { $0.big % 2 == one })
    cases.add(#"($0.big / 2) + one == 1"#, #Predicate { ($0.big / 2) + one == 1 })
    cases.add(#"$0.place.point.x / 2 == 2.5"#, #Predicate { $0.place.point.x / 2 == 2.5 })
    cases.add(#"$0.place.point.y + 1 > two"#, #Predicate { $0.place.point.y + 1 > two })
    cases.add(
      #"$0.vendor.flatMap { ($0.rating ?? 0) * 2 } == 6"#,
      #Predicate { $0.vendor.flatMap { ($0.rating ?? 0) * 2 } == 6 })
    cases.add(
      #"$0.words.count + $0.numbers.count > 3"#,
      #Predicate { $0.words.count + $0.numbers.count > 3 })
    return cases
  }
}
