// What `!` means in predicates is tried here.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func members() -> [QueryCase] {
    let label = "red", labels = ["red", "new"], weights = [1, 2]
    var cases: [QueryCase] = []
    cases.add(#"$0.stickers.isEmpty"#, #Predicate { $0.stickers.isEmpty })
    cases.add(#"$0.stickers.isEmpty == false"#, #Predicate { $0.stickers.isEmpty == false })
    cases.add(#"$0.stickers.count == 2"#, #Predicate { $0.stickers.count == 2 })
    cases.add(
      #"$0.stickers.contains { $0.label == label }"#,
      #Predicate { $0.stickers.contains { $0.label == label } })
    cases.add(
      #"$0.stickers.contains { $0.weight == nil }"#,
      #Predicate { $0.stickers.contains { $0.weight == nil } })
    cases.add(
      #"!$0.stickers.contains { $0.weight == nil }"#,
      #Predicate { !$0.stickers.contains { $0.weight == nil } })
    cases.add(
      #"$0.stickers.allSatisfy { $0.label != label }"#,
      #Predicate { $0.stickers.allSatisfy { $0.label != label } })
    cases.add(
      #"$0.stickers.allSatisfy { $0.weight != nil && $0.weight! > 0 }"#,
      #Predicate { $0.stickers.allSatisfy { $0.weight != nil && $0.weight! > 0 } })
    cases.add(
      #"$0.stickers.filter { $0.label == label }.count == 1"#,
      #Predicate { $0.stickers.filter { $0.label == label }.count == 1 })
    cases.add(
      #"$0.stickers.filter { $0.label == label }.isEmpty"#,
      #Predicate { $0.stickers.filter { $0.label == label }.isEmpty })
    cases.add(
      #"$0.stickers.filter { $0.weight != nil }.contains { $0.label.isEmpty }"#,
      #Predicate { $0.stickers.filter { $0.weight != nil }.contains { $0.label.isEmpty } })
    cases.add(
      #"$0.stickers.filter { $0.weight != nil }.allSatisfy { $0.label.isEmpty }"#,
      #Predicate { $0.stickers.filter { $0.weight != nil }.allSatisfy { $0.label.isEmpty } })
    cases.add(
      #"$0.stickers.filter { $0.weight != nil }.filter { $0.label.count > 2 }.count > 1"#,
      #Predicate { $0.stickers.filter { $0.weight != nil }.filter { $0.label.count > 2 }.count > 1 }
    )
    cases.add(
      #"$0.stickers.contains { $0.stocks.count > 20 }"#,
      #Predicate { $0.stickers.contains { $0.stocks.count > 20 } })
    cases.add(
      #"$0.stickers.contains { $0.stocks.contains { $0.isOpen && $0.step == 9 } }"#,
      #Predicate { $0.stickers.contains { $0.stocks.contains { $0.isOpen && $0.step == 9 } } })
    cases.add(
      #"$0.stickers.contains { labels.contains($0.label) }"#,
      #Predicate { $0.stickers.contains { labels.contains($0.label) } })
    cases.add(
      #"labels.allSatisfy { !$0.isEmpty } && $0.isOpen"#,
      #Predicate { labels.allSatisfy { !$0.isEmpty } && $0.isOpen })
    cases.add(#"$0.vendor?.staff.isEmpty == true"#, #Predicate { $0.vendor?.staff.isEmpty == true })
    cases.add(
      #"$0.vendor.flatMap { $0.staff.contains { $0.rating == 3 } } ?? false"#,
      #Predicate { $0.vendor.flatMap { $0.staff.contains { $0.rating == 3 } } ?? false })
    cases.add(
      #"$0.vendor.flatMap { $0.stocks.allSatisfy { $0.step > -9 } } ?? true"#,
      #Predicate { $0.vendor.flatMap { $0.stocks.allSatisfy { $0.step > -9 } } ?? true })
    cases.add(
      #"$0.stickers.filter { $0.weight.flatMap { weights.contains($0) } ?? false }.count == 1"#,
      #Predicate {
        $0.stickers.filter { $0.weight.flatMap { weights.contains($0) } ?? false }.count == 1
      })
    return cases
  }
}
