import Foundation
import Strata
import StrataDomain
import StrataShell
public import StrataTrackerModel
public import StrataTrackerShell

/// The exported form of a running timer.
public struct TimerRecord: Codable, Sendable {
  var start: Date
  /// The label of the option, since another store may have the option under another uid.
  var option: String?
}

extension TrackerPlugin: ItemRecordPlugin {
  /// `timer`.
  public var recordName: String { "timer" }

  /// Returns the item's timer, if it is running.
  @MainActor public func objects(of item: Item) throws -> [RunningTimer] {
    item.timer.map { [$0] } ?? []
  }

  /// Returns the record of a timer: its start and option.
  @MainActor public func record(of timer: RunningTimer) -> TimerRecord {
    let option = timer.item?.options.first { $0.uid == timer.optionID }
    return TimerRecord(start: timer.startDate, option: option?.label.rawValue)
  }

  /// Inserts the timer, unless the item is running.
  @MainActor public func insert(_ record: TimerRecord, for item: Item) throws -> Bool {
    guard item.kind.isRequired(.endDate) else {
      throw ShellError("\(item.name) is of one moment, so it can't be running")
    }
    guard item.timer == nil else { return false }
    let timer = RunningTimer(
      startDate: record.start, optionID: record.option.flatMap { item.option(labeled: $0)?.uid })
    item.modelContext?.insert(timer)
    timer.item = item
    return true
  }
}
