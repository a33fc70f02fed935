@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The change of an item's kind, with conversion of its data points if that is possible without
/// loss.
@MainActor struct KindChange {
  private let item: Item
  private let new: ItemDataContent.Kind
  private let tracker: Tracker

  init(of item: Item, to new: ItemDataContent.Kind, _ tracker: Tracker) {
    self.item = item
    self.new = new
    self.tracker = tracker
  }

  /// Changes the item and its data points.
  ///
  /// - Throws: A usage error with the missing or lost values.
  func perform(_ value: ArgumentValue) throws {
    let old = item.kind
    guard old != new else { return }
    if item.timer != nil, !new.isRequired(.endDate) {
      throw value.error(
        "\(item.name) is running", hint: "stop \(typed(item.name)) ends it")
    }
    let count = try tracker.dataCount(of: item)
    if count > 0 {
      try checkParts(value, count)
      try convert(value)
    }
    item.kind = new
  }

  /// Checks that no values are missing or lost. The end is exempt, since a moment can become an
  /// interval of no length.
  private func checkParts(_ value: ArgumentValue, _ count: Int) throws(ShellError) {
    let parts = ItemDataContent.Part.allCases.filter { $0 != .endDate }
    let missing = parts.filter { new.isRequired($0) && !item.kind.isRequired($0) }
    let lost = parts.filter { !new.isRequired($0) && item.kind.isRequired($0) }
    guard missing.isEmpty, lost.isEmpty else {
      let what = lost.isEmpty ? "lack \(names(missing))" : "would lose \(names(lost))"
      throw value.error(
        "\(dataPoints(count)) of \(item.name) \(what) as \(new.rawValue)",
        hint: "make another item of that kind, or delete the data points first")
    }
  }

  private func names(_ parts: [ItemDataContent.Part]) -> String {
    parts.map { part in
      switch part {
      case .value1: "a value"
      case .value2: "a second value"
      case .optionID: "an option"
      default: "a date"
      }
    }.joined(separator: " and ")
  }

  private func convert(_ value: ArgumentValue) throws {
    let points = PointQuery(item: item)
    if !new.isRequired(.endDate) {
      let lasting = points.with(
        .comparison(.notEqual, PointValue.start.expression, PointValue.end.expression))
      let count = try lasting.count(in: tracker.context)
      guard count == 0 else {
        throw value.error(
          "\(dataPoints(count)) of \(item.name) would lose the end",
          hint: "make another item of that kind, or set them to end when they begin")
      }
    }
    for case let data as ItemData in try tracker.context.fetch(points.query()) {
      var parts = data.dataContent.parts
      parts.kind = new
      parts.endDate = new.isRequired(.endDate) ? parts.startDate : nil
      data.dataContent = try ItemDataContent(parts: parts)
    }
  }
}
