// What `!` means in predicates is tried here.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func composites() -> [QueryCase] {
    let span = StockSpan(start: 1, end: 2), some: StockSpan? = StockSpan(start: 1),
      none: StockSpan? = nil, spans = [span]
    var cases: [QueryCase] = []
    cases.add(#"$0.span.start == 1"#, #Predicate { $0.span.start == 1 })
    cases.add(
      #"$0.span.start > 1 && $0.span.start < 3"#,
      #Predicate { $0.span.start > 1 && $0.span.start < 3 })
    cases.add(#"$0.span.end == nil"#, #Predicate { $0.span.end == nil })
    cases.add(#"$0.span.end == 2"#, #Predicate { $0.span.end == 2 })
    cases.add(
      #"($0.span.end ?? 0) > $0.span.start"#, #Predicate { ($0.span.end ?? 0) > $0.span.start })
    cases.add(
      #"$0.span.end != nil && $0.span.end! > 3"#,
      #Predicate { $0.span.end != nil && $0.span.end! > 3 })
    cases.add(#"$0.span == span"#, #Predicate { $0.span == span })
    cases.add(#"$0.span != span"#, #Predicate { $0.span != span })
    cases.add(#"spans.contains($0.span)"#, #Predicate { spans.contains($0.span) })
    cases.add(#"$0.rank == nil"#, #Predicate { $0.rank == nil })
    cases.add(#"$0.rank != nil"#, #Predicate { $0.rank != nil })
    cases.add(#"$0.rank == some"#, #Predicate { $0.rank == some })
    cases.add(#"$0.rank == none"#, #Predicate { $0.rank == none })
    cases.add(#"$0.rank?.start == 1"#, #Predicate { $0.rank?.start == 1 })
    cases.add(#"$0.rank?.end == nil"#, #Predicate { $0.rank?.end == nil })
    cases.add(#"$0.bits.contains(0)"#, #Predicate { $0.bits.contains(0) })
    cases.add(#"$0.bits.contains(63)"#, #Predicate { $0.bits.contains(63) })
    cases.add(#"$0.bits.contains(64)"#, #Predicate { $0.bits.contains(64) })
    cases.add(#"!$0.bits.contains(1)"#, #Predicate { !$0.bits.contains(1) })
    cases.add(#"$0.bits.contains($0.step)"#, #Predicate { $0.bits.contains($0.step) })
    cases.add(#"$0.bits.contains { $0 > 1 }"#, #Predicate { $0.bits.contains { $0 > 1 } })
    cases.add(#"$0.bits.allSatisfy { $0 < 2 }"#, #Predicate { $0.bits.allSatisfy { $0 < 2 } })
    cases.add(#"$0.bits == $0.bits"#, #Predicate { $0.bits == $0.bits })
    return cases
  }
}
