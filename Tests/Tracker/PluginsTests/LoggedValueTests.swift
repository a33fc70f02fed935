import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import Testing
import StrataTrackerModel

/// The numbers, units and options that people type behind `log`.
@MainActor @Suite struct LoggedValues {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell()
    try await shell.run("item add Weight --kind singleValue --unit kg")
    try await shell.run("item add Water --kind singleValue --unit 'fl oz'")
    try await shell.run("item add Number --kind singleValue")
    try await shell.run("item add Pressure --kind dualValues --unit mmHg")
    try await shell.run("item add Speed --kind dualValues --unit km/h")
    try await shell.run("item add Snack --kind valueWithOption --unit g --option nuts --option g")
  }

  private func logged(_ line: String) async throws -> String {
    try await shell.run("log \(line)")
    let context = shell.environment.context
    let data = try #require(
      try context.fetch(FetchDescriptor<ItemData>(sortBy: [SortDescriptor(\.createTimestamp)])).last
    )
    let uid = data.dataContent.optionID
    let label = data.item?.options.first { $0.uid == uid }?.label.rawValue
    let numbers = [data.dataContent.value1, data.dataContent.value2].compactMap { $0 }
    return (numbers.map { "\($0)" } + [label].compactMap { $0 }).joined(separator: " ")
  }

  @Test(arguments: [
    ("Weight 80", "80.0"), ("Weight 80kg", "80.0"), ("Weight 80 kg", "80.0"),
    ("Weight '80.5 KG'", "80.5"), ("Weight 80,5", "80.5"), ("Weight -0,125kg", "-0.125"),
    ("Weight 5e1kg", "50.0"), ("Weight .5", "0.5"), ("Weight 1234,567", "1234.567"),
    ("Water 8 fl oz", "8.0"), ("Water '8 fl oz'", "8.0"), ("Number 1,25", "1.25"),
    ("Pressure 120/80", "120.0 80.0"), ("Pressure 120 80", "120.0 80.0"),
    ("Pressure 120/80 mmHg", "120.0 80.0"), ("Pressure 120/80mmhg", "120.0 80.0"),
    ("Pressure 120 80 mmHg", "120.0 80.0"), ("Pressure 120mmHg 80mmHg", "120.0 80.0"),
    ("Pressure 120,5/80,25", "120.5 80.25"), ("Pressure 120,5 80", "120.5 80.0"),
    ("Speed 3/-5km/h", "3.0 -5.0"), ("Snack 30 nuts", "30.0 nuts"), ("Snack 30g nuts", "30.0 nuts"),
    ("Snack 30 g nuts", "30.0 nuts"), ("Snack 30 g", "30.0 g"), ("Snack 30 g g", "30.0 g"),
    ("Snack 30 g --option nuts", "30.0 nuts"),
  ])
  func areUnderstood(line: String, expected: String) async throws {
    #expect(try await logged(line) == expected)
  }

  @Test(arguments: [
    ("Weight 80 lb", "“lb” is not the unit of Weight, which is kg", 15),
    ("Weight 80lb", "“lb” is not the unit of Weight, which is kg", 12),
    ("Number 80 kg", "“kg” is no unit of Number, which has none", 15),
    ("Weight 1,234", "“1,234” could be two numbers", 12),
    ("Weight 1.234,5", "“1.234,5” is not a number", 12),
    ("Weight 1,234,567", "“1,234,567” is not a number", 12),
    ("Weight 80,", "“80,” is not a number", 12), ("Weight 7:30", "Weight needs a value in kg", nil),
    ("Weight 2026-11-20", "Weight needs a value in kg", nil),
    ("Weight kg", "“kg” is not a number", 12), ("Weight 0x10", "“x10” is not the unit", 12),
    ("Weight 120/80", "Weight takes one value", 12), ("Weight 80 85", "Weight takes one value", 15),
    ("Weight 80 kg 5", "Weight takes one value", 18),
    ("Pressure 120,80", "“120,80” could be one number or two", 14),
    ("Pressure 120/80 70", "Pressure takes two values", 21),
    ("Pressure 120/80/70", "“120/80/70” is not a number", 14),
    ("Pressure 120", "Pressure needs a second value", nil),
    ("Pressure 120 mmHg", "Pressure needs a second value", nil),
    ("Snack 30 kg nuts", "“kg” is not the unit of Snack, which is g", 14),
    ("Snack 30 nuts more", "Snack takes one value and one option", 19),
    ("Snack 30kg nuts", "“kg” is not the unit of Snack, which is g", 11),
  ])
  func areRefused(line: String, message: String, column: Int?) async throws {
    do {
      try await shell.run("log \(line)")
      Issue.record("\(line) was logged")
    } catch let error as ShellError {
      #expect(error.message.hasPrefix(message) && error.column == column, "\(error)")
    }
  }

  @Test func areUnderstoodInEdits() async throws {
    try await shell.run("log Pressure 120/80")
    #expect(try await shell.run("data edit last 118/79 mmHg").contains("118/79 mmHg"))
  }
}
