import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func arrays() -> [QueryCase] {
    let word = "a", words = ["a", "ab"], none: [String] = [],
      date = Date(timeIntervalSinceReferenceDate: 0.25), place = StockPlace()
    let code = UUID(uuid: (128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128)),
      marks: Set<Int> = [1, 2], numbers = [1, 2, 3]
    var cases: [QueryCase] = []
    cases.add(#"$0.words.contains("a")"#, #Predicate { $0.words.contains("a") })
    cases.add(
      #"$0.words.count > 1 && $0.words[0] < $0.words[1]"#,
      #Predicate { $0.words.count > 1 && $0.words[0] < $0.words[1] })
    cases.add(
      #"$0.numbers.count > 1 && $0.numbers[0] >= $0.numbers[1]"#,
      #Predicate { $0.numbers.count > 1 && $0.numbers[0] >= $0.numbers[1] })
    cases.add(
      #"$0.numbers.count < $0.words.count && $0.words[$0.numbers.count] != word"#,
      #Predicate { $0.numbers.count < $0.words.count && $0.words[$0.numbers.count] != word })
    cases.add(
      #"$0.numbers.first == 1 && $0.words.count > 1 && $0.words[$0.numbers[0]] == word"#,
      #Predicate {
        $0.numbers.first == 1 && $0.words.count > 1 && $0.words[$0.numbers[0]] == word
      })
    cases.add(#"$0.words.contains(word)"#, #Predicate { $0.words.contains(word) })
    cases.add(#"!$0.words.contains(word)"#, #Predicate { !$0.words.contains(word) })
    cases.add(#"$0.words.contains($0.name)"#, #Predicate { $0.words.contains($0.name) })
    cases.add(
      #"$0.words.contains { $0.contains("b") }"#,
      #Predicate { $0.words.contains { $0.contains("b") } })
    cases.add(#"$0.words.contains { $0.isEmpty }"#, #Predicate { $0.words.contains { $0.isEmpty } })
    cases.add(
      #"$0.words.allSatisfy { $0.count < 2 }"#, #Predicate { $0.words.allSatisfy { $0.count < 2 } })
    cases.add(#"$0.words.isEmpty"#, #Predicate { $0.words.isEmpty })
    cases.add(#"$0.words.isEmpty == false"#, #Predicate { $0.words.isEmpty == false })
    cases.add(#"$0.words.count > 1"#, #Predicate { $0.words.count > 1 })
    cases.add(#"$0.words.first == word"#, #Predicate { $0.words.first == word })
    cases.add(#"$0.words.last == word"#, #Predicate { $0.words.last == word })
    cases.add(#"$0.words.first == nil"#, #Predicate { $0.words.first == nil })
    cases.add(#"$0.words == words"#, #Predicate { $0.words == words })
    cases.add(#"$0.words == none"#, #Predicate { $0.words == none })
    cases.add(#"$0.words.min() == "a""#, #Predicate { $0.words.min() == "a" })
    cases.add(#"$0.words.max() == nil"#, #Predicate { $0.words.max() == nil })
    cases.add(#"$0.words.contains(words)"#, #Predicate { $0.words.contains(words) })
    cases.add(#"$0.words.contains(none)"#, #Predicate { $0.words.contains(none) })
    cases.add(#"$0.words.starts(with: words)"#, #Predicate { $0.words.starts(with: words) })
    cases.add(#"$0.words.starts(with: none)"#, #Predicate { $0.words.starts(with: none) })
    cases.add(
      #"$0.words.filter { $0 == word }.count == 1"#,
      #Predicate { $0.words.filter { $0 == word }.count == 1 })
    cases.add(
      #"$0.words.filter { $0.isEmpty }.isEmpty"#,
      #Predicate { $0.words.filter { $0.isEmpty }.isEmpty })
    cases.add(
      #"$0.words.filter { $0.count > 1 }.contains(word)"#,
      #Predicate { $0.words.filter { $0.count > 1 }.contains(word) })
    cases.add(
      #"$0.words.filter { $0.count > 1 }.contains { $0 == "ab" }"#,
      #Predicate { $0.words.filter { $0.count > 1 }.contains { $0 == "ab" } })
    cases.add(
      #"$0.words.filter { $0.count > 1 }.allSatisfy { $0 == "ab" }"#,
      #Predicate { $0.words.filter { $0.count > 1 }.allSatisfy { $0 == "ab" } })
    cases.add(#"$0.numbers.min() == 0"#, #Predicate { $0.numbers.min() == 0 })
    cases.add(#"$0.numbers.max() == 4"#, #Predicate { $0.numbers.max() == 4 })
    cases.add(#"($0.numbers.max() ?? 0) > 2"#, #Predicate { ($0.numbers.max() ?? 0) > 2 })
    cases.add(
      #"$0.numbers.filter { $0 > 1 }.count == 2"#,
      #Predicate { $0.numbers.filter { $0 > 1 }.count == 2 })
    cases.add(#"$0.numbers.contains($0.step)"#, #Predicate { $0.numbers.contains($0.step) })
    cases.add(#"$0.gaps.contains(nil)"#, #Predicate { $0.gaps.contains(nil) })
    cases.add(#"$0.gaps.contains(1)"#, #Predicate { $0.gaps.contains(1) })
    cases.add(#"$0.gaps.allSatisfy { $0 != nil }"#, #Predicate { $0.gaps.allSatisfy { $0 != nil } })
    cases.add(#"$0.reals.contains(0.1)"#, #Predicate { $0.reals.contains(0.1) })
    cases.add(
      #"$0.reals.contains { $0 / 2 == 0.5 }"#, #Predicate { $0.reals.contains { $0 / 2 == 0.5 } })
    cases.add(#"$0.reals.min() == 0.1"#, #Predicate { $0.reals.min() == 0.1 })
    cases.add(#"$0.marks.contains(2)"#, #Predicate { $0.marks.contains(2) })
    cases.add(#"$0.marks.isEmpty"#, #Predicate { $0.marks.isEmpty })
    cases.add(#"$0.marks.count == 2"#, #Predicate { $0.marks.count == 2 })
    cases.add(#"$0.marks == marks"#, #Predicate { $0.marks == marks })
    cases.add(#"$0.marks != marks"#, #Predicate { $0.marks != marks })
    cases.add(#"$0.marks.contains { $0 > 2 }"#, #Predicate { $0.marks.contains { $0 > 2 } })
    cases.add(#"$0.dates.contains(date)"#, #Predicate { $0.dates.contains(date) })
    cases.add(#"$0.dates.contains($0.date)"#, #Predicate { $0.dates.contains($0.date) })
    cases.add(#"$0.dates.max() == date"#, #Predicate { $0.dates.max() == date })
    cases.add(#"$0.codes.contains(code)"#, #Predicate { $0.codes.contains(code) })
    cases.add(#"$0.codes.contains($0.uuid)"#, #Predicate { $0.codes.contains($0.uuid) })
    cases.add(#"$0.places.contains(place)"#, #Predicate { $0.places.contains(place) })
    cases.add(
      #"$0.places.contains { $0.city == word }"#,
      #Predicate { $0.places.contains { $0.city == word } })
    cases.add(
      #"$0.places.contains { $0.tags.contains { $0 == word } }"#,
      #Predicate { $0.places.contains { $0.tags.contains { $0 == word } } })
    cases.add(
      #"$0.places.allSatisfy { $0.zip == nil || $0.isFar }"#,
      #Predicate { $0.places.allSatisfy { $0.zip == nil || $0.isFar } })
    cases.add(#"$0.places.count == 1"#, #Predicate { $0.places.count == 1 })
    cases.add(#"$0.data.isEmpty"#, #Predicate { $0.data.isEmpty })
    cases.add(#"$0.data.count == 2"#, #Predicate { $0.data.count == 2 })
    cases.add(#"numbers.contains($0.step)"#, #Predicate { numbers.contains($0.step) })
    cases.add(#"(numbers.max() ?? 0) == $0.step"#, #Predicate { (numbers.max() ?? 0) == $0.step })
    cases.add(#"(numbers.min() ?? 0) == $0.step"#, #Predicate { (numbers.min() ?? 0) == $0.step })
    cases.add(
      #"numbers.filter { $0 > 1 }.contains($0.step)"#,
      #Predicate { numbers.filter { $0 > 1 }.contains($0.step) })
    cases.add(
      #"numbers.contains { $0 == 2 } && $0.isOpen"#,
      #Predicate { numbers.contains { $0 == 2 } && $0.isOpen })
    return cases
  }
}
