import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func structs() -> [QueryCase] {
    let city = "a", key = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
      date = Date(timeIntervalSinceReferenceDate: 0.25)
    let grade = StockGrade.good, place = StockPlace(), point = StockPlace.Point(),
      level = StockLevel.middle, keys = [key]
    var cases: [QueryCase] = []
    cases.add(#"$0.place.city == city"#, #Predicate { $0.place.city == city })
    cases.add(#"$0.place.city != city"#, #Predicate { $0.place.city != city })
    cases.add(#"$0.place.city < "b""#, #Predicate { $0.place.city < "b" })
    cases.add(#"$0.place.zip == 2"#, #Predicate { $0.place.zip == 2 })
    cases.add(#"$0.place.zip == nil"#, #Predicate { $0.place.zip == nil })
    cases.add(#"($0.place.zip ?? 0) > 1"#, #Predicate { ($0.place.zip ?? 0) > 1 })
    cases.add(#"$0.place.isFar"#, #Predicate { $0.place.isFar })
    cases.add(#"$0.place.isNear"#, #Predicate { $0.place.isNear })
    cases.add(
      #"$0.place.isFar == true && $0.place.isNear == false"#,
      #Predicate { $0.place.isFar == true && $0.place.isNear == false })
    cases.add(#"$0.place.when == date"#, #Predicate { $0.place.when == date })
    cases.add(#"$0.place.when < date"#, #Predicate { $0.place.when < date })
    cases.add(#"$0.place.when == $0.date"#, #Predicate { $0.place.when == $0.date })
    cases.add(#"$0.place.key == key"#, #Predicate { $0.place.key == key })
    cases.add(#"$0.place.key == $0.uuid"#, #Predicate { $0.place.key == $0.uuid })
    cases.add(#"$0.place.key != $0.uuid"#, #Predicate { $0.place.key != $0.uuid })
    cases.add(#"$0.place.key < key"#, #Predicate { $0.place.key < key })
    cases.add(#"keys.contains($0.place.key)"#, #Predicate { keys.contains($0.place.key) })
    cases.add(#"$0.place.grade == grade"#, #Predicate { $0.place.grade == grade })
    cases.add(#"$0.place.other == grade"#, #Predicate { $0.place.other == grade })
    cases.add(#"$0.place.other == nil"#, #Predicate { $0.place.other == nil })
    cases.add(#"$0.place.grade.rawValue == 2"#, #Predicate { $0.place.grade.rawValue == 2 })
    cases.add(#"$0.place.level == level"#, #Predicate { $0.place.level == level })
    cases.add(#"$0.place.level < level"#, #Predicate { $0.place.level < level })
    cases.add(#"$0.place.height == 0.1"#, #Predicate { $0.place.height == 0.1 })
    cases.add(#"$0.place.height > 0.1"#, #Predicate { $0.place.height > 0.1 })
    cases.add(#"$0.place.height > $0.price"#, #Predicate { $0.place.height > $0.price })
    cases.add(#"$0.place.point.x == 2.5"#, #Predicate { $0.place.point.x == 2.5 })
    cases.add(#"$0.place.point.y > 1"#, #Predicate { $0.place.point.y > 1 })
    cases.add(#"$0.place.point == point"#, #Predicate { $0.place.point == point })
    cases.add(#"$0.place == place"#, #Predicate { $0.place == place })
    cases.add(#"$0.place.tags.contains("a")"#, #Predicate { $0.place.tags.contains("a") })
    cases.add(#"$0.place.tags.count == 2"#, #Predicate { $0.place.tags.count == 2 })
    cases.add(#"$0.home?.city == city"#, #Predicate { $0.home?.city == city })
    cases.add(#"$0.home?.city != city"#, #Predicate { $0.home?.city != city })
    cases.add(#"$0.home?.zip == 1"#, #Predicate { $0.home?.zip == 1 })
    cases.add(#"$0.home?.isFar == true"#, #Predicate { $0.home?.isFar == true })
    cases.add(#"$0.home?.point.x == 1"#, #Predicate { $0.home?.point.x == 1 })
    cases.add(#"$0.home?.key == key"#, #Predicate { $0.home?.key == key })
    cases.add(#"$0.home?.tags.isEmpty == false"#, #Predicate { $0.home?.tags.isEmpty == false })
    cases.add(
      #"($0.home?.grade ?? grade) == grade"#, #Predicate { ($0.home?.grade ?? grade) == grade })
    cases.add(#"$0.home?.grade == $0.grade"#, #Predicate { $0.home?.grade == $0.grade })
    cases.add(#"$0.home?.when == $0.due"#, #Predicate { $0.home?.when == $0.due })
    return cases
  }
}
