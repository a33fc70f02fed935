import Foundation
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The description of a data point in answers: `98.6 kg, Fri 2026-11-20 07:00`.
@MainActor struct PointWords {
  private let data: ItemData
  private let environment: ApplicationEnvironment

  init(_ data: ItemData, _ environment: ApplicationEnvironment) {
    self.data = data
    self.environment = environment
  }

  /// The identifier's first digits and the description: `3f2a91c0: 98.6 kg, Fri 2026-11-20 07:00`.
  var textWithName: String { "\(data.uid.short): \(text)" }

  /// The value and the time: `98.6 kg, Fri 2026-11-20 07:00`.
  var text: String { [value, dates].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// The value and the option: `98.6 kg`, `120/80 mmHg`, `30 g nuts`. Empty for an interval without
  /// either.
  private var value: String {
    let content = data.dataContent
    let numbers = [content.value1, content.value2].compactMap { $0 }.map(NumberPrecision.text)
    var parts: [String] = []
    if !numbers.isEmpty {
      parts.append(numbers.joined(separator: "/") + (data.item?.unit.map { " \($0)" } ?? ""))
    }
    if let uid = content.optionID {
      let label = data.item?.options.first { $0.uid == uid }?.label.rawValue
      parts.append(label ?? "option \(uid.short)")
    }
    return parts.joined(separator: " ")
  }

  /// The column `what` of tables: the value, how long it lasted, and what else was selected:
  /// `5.2 km, 31 min`, `7 h 30 min`, `happy (calm, tired)`, `happened`.
  var what: String {
    let content = data.dataContent
    var parts = value.isEmpty ? [] : [value]
    if let length = content.endDate?.timeIntervalSince(content.startDate),
      length > 0 || parts.isEmpty
    {
      parts.append(DurationText.text(length))
    }
    if parts.isEmpty { parts.append("happened") }
    let text = parts.joined(separator: ", ")
    guard !data.selection.isEmpty else { return text }
    let options = data.item?.options ?? []
    let labels = data.selection.map { number in
      options.first { $0.number == number }?.label.rawValue ?? "\(number)"
    }
    return "\(text) (\(labels.joined(separator: ", ")))"
  }

  /// The fields that a person edits, with the names of the options of `data edit`.
  func fields(of item: Item) -> FieldText {
    let content = data.dataContent
    let kind = item.kind
    func label(_ isIt: (ItemOption) -> Bool) -> String? {
      item.options.first(where: isIt)?.label.rawValue
    }
    // Without the weekday, which would have to be changed as well.
    func date(_ date: Date) -> String { String(environment.label(date).dropFirst(4)) }
    var fields = [FieldText.Field("at", date(content.startDate))]
    if let end = content.endDate { fields.append(.init("until", date(end))) }
    let numbers = [content.value1, content.value2].compactMap { $0 }.map(NumberPrecision.text)
    if !numbers.isEmpty {
      let unit = item.unit.map { " \($0)" } ?? ""
      fields.append(.init("value", numbers.joined(separator: "/") + unit))
    }
    if kind.isRequired(.optionID) {
      fields.append(.init("option", content.optionID.flatMap { uid in label { $0.uid == uid } }))
    }
    if !item.options.isEmpty || !data.selection.isEmpty {
      // A label with a comma would be read as two.
      let labels = data.selection.map { number in
        label { $0.number == number && !$0.label.rawValue.contains(",") } ?? "\(number)"
      }
      fields.append(.init("select", labels.joined(separator: ", ")))
    }
    fields.append(.init("memo", data.memo?.text))
    return FieldText(fields, head: ["\(item.name), data point \(data.uid.short)"])
  }

  private var dates: String {
    let content = data.dataContent
    let start = environment.minuteLabel(content.startDate)
    return content.endDate.map { "\(start) to \(environment.minuteLabel($0))" } ?? start
  }
}

/// Formats lengths of time for people.
enum DurationText {
  /// Formats a length by its two largest units: `45 s`, `31 min 12 s`, `7 h 30 min`, `3 d 4 h`.
  ///
  /// Up to two days are hours.
  static func text(_ seconds: TimeInterval) -> String {
    // Rounded to the smaller of the two units before they are divided, as 1 h 59.8 min would
    // otherwise be 1 h 60 min.
    let unit = seconds < 3600 ? 1.0 : seconds < 172_800 ? 60 : 3600
    guard seconds.isFinite, seconds < 1e14 else { return "\(seconds) s" }
    let whole = Int((seconds / unit).rounded() * unit)
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return joined(whole / 60, "min", whole % 60, "s")
    case ..<172_800: return joined(whole / 3600, "h", whole / 60 % 60, "min")
    default: return joined(whole / 86_400, "d", whole / 3600 % 24, "h")
    }
  }

  private static func joined(_ first: Int, _ unit: String, _ second: Int, _ part: String) -> String
  {
    "\(first) \(unit)" + (second == 0 ? "" : " \(second) \(part)")
  }
}
