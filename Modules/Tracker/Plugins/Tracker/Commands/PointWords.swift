import Foundation
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

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

  var text: String {
    let content = data.dataContent
    let numbers = [content.value1, content.value2].compactMap { $0 }.map(Self.number)
    var parts: [String] = []
    if !numbers.isEmpty {
      parts.append(numbers.joined(separator: "/") + (data.item?.unit.map { " \($0)" } ?? ""))
    }
    if let uid = content.optionID {
      let label = data.item?.options.first { $0.uid == uid }?.label.rawValue
      parts.append(label ?? "option \(uid.short)")
    }
    return [parts.joined(separator: " "), dates].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var dates: String {
    let content = data.dataContent
    let start = environment.label(content.startDate)
    return content.endDate.map { "\(start) to \(environment.label($0))" } ?? start
  }

  /// Formats a number without a trailing `.0`.
  static func number(_ value: Double) -> String {
    let text = Cell.text(of: value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
