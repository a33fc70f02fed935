import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func captured() -> [QueryCase] {
    let labels = ["red", "new"], bits = [0, 1], names = ["a", "ab"]
    var cases: [QueryCase] = []
    cases.add(
      #"stock in labels.allSatisfy { label in stock.stickers.contains { $0.label == label } }"#,
      #Predicate { stock in
        labels.allSatisfy { label in stock.stickers.contains { $0.label == label } }
      })
    cases.add(
      #"stock in labels.contains { label in stock.stickers.contains { $0.label == label } }"#,
      #Predicate { stock in
        labels.contains { label in stock.stickers.contains { $0.label == label } }
      })
    cases.add(
      #"stock in bits.allSatisfy { stock.bits.contains($0) }"#,
      #Predicate { stock in bits.allSatisfy { stock.bits.contains($0) } })
    cases.add(
      #"stock in bits.contains { stock.bits.contains($0) }"#,
      #Predicate { stock in bits.contains { stock.bits.contains($0) } })
    cases.add(
      #"stock in names.contains { stock.words.contains($0) }"#,
      #Predicate { stock in names.contains { stock.words.contains($0) } })
    cases.add(
      #"stock in names.filter { stock.words.contains($0) }.count == 1"#,
      #Predicate { stock in names.filter { stock.words.contains($0) }.count == 1 })
    cases.add(
      #"stock in names.filter { stock.words.contains($0) }.isEmpty"#,
      #Predicate { stock in names.filter { stock.words.contains($0) }.isEmpty })
    cases.add(
      #"stock in names.filter { stock.name == $0 }.contains(stock.nick ?? "")"#,
      #Predicate { stock in names.filter { stock.name == $0 }.contains(stock.nick ?? "") })
    cases.add(
      #"stock in stock.words.contains { word in word == stock.name }"#,
      #Predicate { stock in stock.words.contains { word in word == stock.name } })
    cases.add(
      #"stock in stock.stickers.contains { sticker in stock.words.contains { $0 == sticker.label } }"#,
      #Predicate { stock in
        stock.stickers.contains { sticker in stock.words.contains { $0 == sticker.label } }
      })
    cases.add(
      #"stock in stock.stickers.contains { sticker in sticker.weight == stock.count }"#,
      #Predicate { stock in stock.stickers.contains { sticker in sticker.weight == stock.count } })
    return cases
  }
}
