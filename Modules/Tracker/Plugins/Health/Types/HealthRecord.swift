import Foundation
import StrataDomain
import StrataShell

/// The error of an invalid record.
struct HealthProblem: Error {
  let message: String
}

/// The parsed attributes that all records and workouts have.
struct HealthRecord {
  let type: String
  let source: String
  let device: String?
  let unit: String?
  let value: String?
  let start: Date
  let end: Date
  let created: Date

  /// Parses an element `Record`.
  init(_ element: Element, type: String) throws(HealthProblem) {
    self.type = type
    source = element[.sourceName] ?? ""
    device = element[.device]
    unit = element[.unit].flatMap { $0.isEmpty ? nil : $0 }
    value = element[.value]
    start = try Self.date(.startDate, element)
    end = try Self.date(.endDate, element)
    created = try element[.creationDate] == nil ? start : Self.date(.creationDate, element)
    guard start <= end else { throw HealthProblem(message: "it ends before it starts") }
  }

  private static func date(
    _ attribute: Element.Attribute, _ element: Element
  ) throws(HealthProblem) -> Date {
    guard let text = element[attribute] else {
      throw HealthProblem(message: "\(attribute.rawValue) is missing")
    }
    guard let date = HealthDate.parse(text) else {
      throw HealthProblem(
        message: "\(attribute.rawValue) “\(text)” is not a date like 2020-01-31 07:00:00 +0100")
    }
    return date
  }

  /// Parses the record's number. Exports give percentages as fractions, which become percents.
  func number() throws(HealthProblem) -> Double {
    guard let value, let number = Double(decimal: value) else {
      throw HealthProblem(
        message: value.map { "“\($0)” is not a number" } ?? "the value is missing")
    }
    guard unit == "%" else { return number }
    // Rounded, since for instance 0.29 * 100 is 28.999999999999996.
    return (number * 1e8).rounded() / 1e6
  }

  /// Returns the identifier of a measurement, derived from its source, type, times and value.
  ///
  /// The dates' texts aren't used, since they depend on the time zone in which the export was made.
  func uid(of value: String) -> UUID {
    let parts = [
      source, type, "\(start.timeIntervalSinceReferenceDate)",
      "\(end.timeIntervalSinceReferenceDate)", value,
    ]
    return UUID(name: parts.joined(separator: "\u{1F}"), in: .health)
  }

  /// Makes the record's data point.
  func point(_ type: HealthType) throws(HealthProblem) -> HealthPoint {
    let item = HealthItem(type: type, unit: type.kind.isRequired(.value1) ? unit : nil)
    var parts = ItemDataContent.Parts(kind: type.kind, startDate: start)
    if type.kind.isRequired(.endDate) { parts.endDate = end }
    if type.kind.isRequired(.value1) { parts.value1 = try number() }
    var label: String?
    if type.kind.isRequired(.optionID) {
      guard let value, !value.isEmpty else { throw HealthProblem(message: "the value is missing") }
      label = Self.label(value, of: type)
    }
    let identity = parts.value1.map { "\($0)" } ?? value ?? ""
    return HealthPoint(
      uid: uid(of: identity), item: item, created: created, parts: parts, label: label,
      source: source.isEmpty ? nil : source)
  }

  /// Converts an option's identifier to words: `HKCategoryValueSleepAnalysisAsleepCore` to
  /// `Asleep core`.
  static func label(_ value: String, of type: HealthType) -> String {
    let short = HealthType.shortName(of: type.identifier)
    for prefix in ["HKCategoryValue" + short, "HKCategoryValue"] where value.hasPrefix(prefix) {
      let rest = String(value.dropFirst(prefix.count))
      if !rest.isEmpty { return HealthType.words(rest) }
    }
    return value
  }
}
