import Foundation
import StrataModelSupport
import Strata

extension QueryCase {
  static func enums() -> [QueryCase] {
    let level = StockLevel.middle, grade = StockGrade.fair, some: StockGrade? = .good,
      levels = [StockLevel.low, .high]
    let grades: Set<StockGrade> = [.poor, .good], shape = StockShape.text("a", bold: true),
      shapes = [StockShape.none, .circle(radius: 1)]
    var cases: [QueryCase] = []
    cases.add(#"$0.level == level"#, #Predicate { $0.level == level })
    cases.add(#"$0.level != level"#, #Predicate { $0.level != level })
    cases.add(#"$0.level.rawValue == "high""#, #Predicate { $0.level.rawValue == "high" })
    cases.add(#"$0.level.rawValue.contains("i")"#, #Predicate { $0.level.rawValue.contains("i") })
    cases.add(#"$0.level.title == "HIGH""#, #Predicate { $0.level.title == "HIGH" })
    cases.add(#"$0.level < level"#, #Predicate { $0.level < level })
    cases.add(#"$0.level >= level"#, #Predicate { $0.level >= level })
    cases.add(#"$0.level > $0.place.level"#, #Predicate { $0.level > $0.place.level })
    cases.add(#"levels.contains($0.level)"#, #Predicate { levels.contains($0.level) })
    cases.add(#"$0.grade == grade"#, #Predicate { $0.grade == grade })
    cases.add(#"$0.grade == some"#, #Predicate { $0.grade == some })
    cases.add(#"$0.grade != grade"#, #Predicate { $0.grade != grade })
    cases.add(#"$0.grade == nil"#, #Predicate { $0.grade == nil })
    cases.add(#"$0.grade?.rawValue == 2"#, #Predicate { $0.grade?.rawValue == 2 })
    cases.add(
      #"$0.grade.flatMap { $0.rawValue > 1 } ?? false"#,
      #Predicate { $0.grade.flatMap { $0.rawValue > 1 } ?? false })
    cases.add(
      #"$0.grade.flatMap { grades.contains($0) } ?? true"#,
      #Predicate { $0.grade.flatMap { grades.contains($0) } ?? true })
    cases.add(#"$0.shape == shape"#, #Predicate { $0.shape == shape })
    cases.add(#"$0.shape != shape"#, #Predicate { $0.shape != shape })
    cases.add(#"shapes.contains($0.shape)"#, #Predicate { shapes.contains($0.shape) })
    cases.add(#"$0.grades.contains(grade)"#, #Predicate { $0.grades.contains(grade) })
    cases.add(
      #"$0.grades.contains { $0.rawValue > 0 }"#,
      #Predicate { $0.grades.contains { $0.rawValue > 0 } })
    return cases
  }
}
