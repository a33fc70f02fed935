import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTestSupport
import Testing
import StrataTrackerModel

@testable import StrataTransferPlugin

/// An export of health data, put together for a test.
private struct Export {
  var records: [String] = []

  static func record(
    _ type: String, _ value: String, unit: String? = nil, at start: String = "2024-01-01 07:00:00",
    until end: String? = nil, zone: String = "+0100", source: String = "Watch &amp; Co"
  ) -> String {
    "<Record type=\"\(type)\" sourceName=\"\(source)\" "
      + (unit.map { "unit=\"\($0)\" " } ?? "")
      + "startDate=\"\(start) \(zone)\" endDate=\"\(end ?? start) \(zone)\" value=\"\(value)\"/>"
  }

  static func weight(_ value: String, day: Int, unit: String = "kg") -> String {
    record(
      "HKQuantityTypeIdentifierBodyMass", value, unit: unit,
      at: "2024-01-\(day < 10 ? "0" : "")\(day) 07:00:00")
  }

  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- it's a "comment" with > and < in it -->
    <!ELEMENT HealthData (Record|Workout)*>
    <!ATTLIST Record type CDATA #REQUIRED
    ]>
    <HealthData locale="de_DE">
     <ExportDate value="2024-02-01 10:00:00 +0100"/>
    \(records.joined(separator: "\n"))
    </HealthData>

    """
  }
}

@MainActor @Suite struct HealthImports {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  private func importing(
    _ records: [String], _ options: String = "", cut: Int = 0
  ) async throws -> String {
    let text = Export(records: records).text
    try shell.write(String(text.dropLast(cut)), to: "export.xml")
    return try await shell.run("health import \(shell.path("export.xml")) \(options)")
  }

  private func snapshot() throws -> TrackerSnapshot { try TrackerSnapshot(shell.container) }

  private func item(_ name: String) throws -> [TrackerSnapshot.Point] {
    try snapshot().points.filter { $0.item == name }
  }

  @Test func makeAnItemOfEachType() async throws {
    let answer = try await importing([
      Export.weight("72.5", day: 1),
      Export.record(
        "HKQuantityTypeIdentifierStepCount", "120", unit: "count", until: "2024-01-01 07:05:00"),
      Export.record(
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore",
        at: "2023-12-31 23:00:00", until: "2024-01-01 06:00:00"),
      Export.record("HKQuantityTypeIdentifierBodyFatPercentage", "0.29", unit: "%"),
      Export.record(
        "HKCategoryTypeIdentifierMindfulSession", "HKCategoryValueNotApplicable",
        until: "2024-01-01 07:10:00"),
    ])
    #expect(answer.contains("added 5 data points"))
    let items = try snapshot().items
    #expect(
      Set(items.map { "\($0.name):\($0.kind):\($0.unit ?? "-")" }) == [
        "Weight:singleValue:kg", "Steps:valueWithInterval:count", "Sleep:optionWithInterval:-",
        "Body fat:singleValue:%", "Mindfulness:interval:-",
      ])
    #expect(items.first { $0.name.rawValue == "Sleep" }?.options.map(\.label) == ["Asleep core"])
    let weight = try #require(item("Weight").first)
    #expect(weight.content.value1 == 72.5)
    #expect(ISODate.text(weight.content.startDate, in: .gmt) == "2024-01-01T06:00:00Z")
    #expect(weight.author == "health")
    // Percents are told in hundredths.
    #expect(try item("Body fat").first?.content.value1 == 29)
  }

  private func steps(
    _ value: String, _ start: String, _ end: String, source: String
  ) -> String {
    Export.record(
      "HKQuantityTypeIdentifierStepCount", value, unit: "count", at: "2024-01-01 \(start):00",
      until: "2024-01-01 \(end):00", source: source)
  }

  private func counted() throws -> [String] {
    try item("Steps").sorted { $0.content.startDate < $1.content.startDate }.map { point in
      let hours = [point.content.startDate, point.content.endDate ?? .distantPast].map {
        ISODate.text($0, in: .gmt).dropFirst(11).prefix(5)
      }
      return "\(hours[0])-\(hours[1]) \(point.content.value1 ?? 0) \(point.source ?? "-")"
    }
  }

  /// A watch and a phone count the same steps. In Central European time, an hour after Greenwich.
  private var twoDevices: [String] {
    [
      steps("100", "08:00", "09:00", source: "Anna’s iPhone"),
      steps("60", "09:00", "10:00", source: "Anna’s iPhone"),
      steps("40", "11:00", "11:10", source: "Anna’s iPhone"),
      steps("110", "08:00", "09:00", source: "Apple Watch"),
      steps("30", "09:00", "09:30", source: "Apple Watch"),
      Export.weight("70", day: 2),
    ]
  }

  @Test func countTheMoreTrustedSourceInEachInterval() async throws {
    let answer = try await importing(twoDevices)
    let expected = [
      "07:00-08:00 110.0 Apple Watch", "08:00-08:30 30.0 Apple Watch",
      "08:30-09:00 30.0 Anna’s iPhone", "10:00-10:10 40.0 Anna’s iPhone",
    ]
    #expect(try counted() == expected)
    // One is covered whole, one in half.
    #expect(
      answer.split(separator: "\n").first { $0.hasPrefix("StepCount") }?
        .split(separator: " ").suffix(6) == ["4", "0", "2", "0", "0", "0"], "\(answer)")
    let again = try await importing(twoDevices)
    #expect(again.contains("added 0 data points; 5 were there already"), "\(again)")
    #expect(try counted() == expected)
    let dry = try await importing(twoDevices, "--dry-run")
    #expect(dry.contains("would add 0 data points; 5 were there already"), "\(dry)")
  }

  @Test func countWhatAPersonTrusts() async throws {
    _ = try await importing(twoDevices, "--trust 'iphone,watch'")
    #expect(
      try counted() == [
        "07:00-08:00 100.0 Anna’s iPhone", "08:00-09:00 60.0 Anna’s iPhone",
        "10:00-10:10 40.0 Anna’s iPhone",
      ])
  }

  @Test func takeOutWhatALaterExportHasFromAnother() async throws {
    // The watch had nothing yet.
    _ = try await importing(twoDevices.filter { !$0.contains("Watch\"") })
    #expect(try counted().count == 3)
    _ = try await importing(twoDevices)
    #expect(try counted().first == "07:00-08:00 110.0 Apple Watch")
    #expect(try counted().count == 4)
  }

  private func sum() throws -> Double {
    try item("Steps").reduce(0) { $0 + ($1.content.value1 ?? 0) }
  }

  /// A pedometer and a phone at first, and a watch as well in a later export.
  private var threeDevices: [String] {
    [
      steps("100", "08:00", "08:20", source: "Pedometer"),
      steps("50", "08:00", "08:08", source: "iPhone"),
      steps("33", "08:05", "08:10", source: "Apple Watch"),
    ]
  }

  @Test func cutARestAnew() async throws {
    _ = try await importing(threeDevices.dropLast())
    #expect(try counted() == ["07:00-07:08 50.0 iPhone", "07:08-07:20 60.0 Pedometer"])
    let dry = try await importing(threeDevices, "--dry-run")
    let answer = try await importing(threeDevices)
    #expect(dry.contains("would add 3 data points; would take out 2 whose time"), "\(dry)")
    #expect(answer.contains("added 3 data points; took out 2 whose time"), "\(answer)")
    let expected = [
      "07:00-07:05 31.25 iPhone", "07:05-07:10 33.0 Apple Watch", "07:10-07:20 50.0 Pedometer",
    ]
    #expect(try counted() == expected)
    #expect(try await importing(threeDevices).contains("added 0 data points; 3 were there already"))
    #expect(try counted() == expected)
  }

  @Test func countAnewByOtherTrust() async throws {
    func fresh(_ options: String) async throws -> [String] {
      let shell = try TrackerShell()
      try shell.write(Export(records: threeDevices).text, to: "export.xml")
      try await shell.run("health import \(shell.path("export.xml")) \(options)")
      return try TrackerSnapshot(shell.container).points.map { "\($0.uid) \($0.content)" }.sorted()
    }
    for options in ["", "--trust iphone", "--trust pedometer", "--trust pedometer,iphone", ""] {
      _ = try await importing(threeDevices, options)
      let points = try item("Steps").map { "\($0.uid) \($0.content)" }.sorted()
      #expect(try await points == fresh(options), "\(options)")
    }
  }

  @Test func countTheTimeOfWhatTheStoreHasAlone() async throws {
    let watch = steps("300", "08:00", "08:30", source: "Apple Watch")
    let phone = [
      steps("150", "08:15", "08:30", source: "iPhone"),
      steps("9", "08:33", "08:34", source: "iPhone"),
    ]
    _ = try await importing([watch])
    _ = try await importing(phone)
    #expect(try counted() == ["07:00-07:30 300.0 Apple Watch", "07:33-07:34 9.0 iPhone"])
    // What a person has logged covers as well.
    try await shell.run("log Steps 70 --at 2024-01-01T08:30Z --until 2024-01-01T09:30Z")
    _ = try await importing([watch] + phone + [steps("60", "10:00", "11:00", source: "iPhone")])
    #expect(try sum() == 300 + 9 + 70 + 30)
  }

  @Test func countTheTimeOfWhatBeganBefore() async throws {
    let records = [
      steps("300", "08:00", "08:30", source: "Apple Watch"),
      steps("150", "08:15", "08:30", source: "iPhone"),
    ]
    _ = try await importing(records)
    let later = try await importing(records, "--from 2024-01-01T07:10:00Z")
    #expect(later.contains("added 0 data points"), "\(later)")
    #expect(try sum() == 300)
  }

  @Test func keepWhatAPersonHasEdited() async throws {
    let phone = steps("150", "08:15", "08:30", source: "iPhone")
    _ = try await importing([phone])
    let uid = try #require(try item("Steps").first?.uid)
    try await shell.run("data edit \(uid) 999 --memo mine")
    let answer = try await importing(
      [phone, steps("300", "08:00", "08:30", source: "Apple Watch")])
    #expect(!answer.contains("took out"), "\(answer)")
    #expect(try counted() == ["07:00-07:15 150.0 Apple Watch", "07:15-07:30 999.0 iPhone"])
  }

  @Test func preferWhatAPersonHasEntered() async throws {
    let entered =
      steps("80", "08:00", "08:30", source: "iPhone").dropLast(2)
      + "><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>"
    _ = try await importing(
      [String(entered), steps("300", "08:00", "09:00", source: "Apple Watch")])
    #expect(try counted() == ["07:00-07:30 80.0 iPhone", "07:30-08:00 150.0 Apple Watch"])
  }

  @Test func sayWhatWasNotFound() async throws {
    _ = try await importing(twoDevices, "--type Foo --type StepCount --trust nosuch,watch")
    #expect(shell.warnings.contains("no record of the type Foo"))
    #expect(shell.warnings.contains("“nosuch”"))
    #expect(!shell.warnings.contains("“watch”"))
    let later = try await importing(twoDevices, "--from 2030-01-01")
    #expect(!later.contains("--all"), "\(later)")
  }

  @Test func countAllOfOneSource() async throws {
    let records = (0..<5).map { steps("\($0)", "08:0\($0)", "08:30", source: "Watch") }
    _ = try await importing(records)
    #expect(try counted().count == 5)
  }

  @Test(arguments: 1...20) func countEachMomentOnce(seed: Int) async throws {
    var random = SeededGenerator(for: "sources \(seed)")
    // Random records of three sources, minute by minute, each with a step a minute.
    var minutes: [String: Set<Int>] = [:]
    var records: [String] = []
    for _ in 0..<40 {
      let source = ["Apple Watch", "iPhone", "Pedometer"].randomElement(using: &random) ?? ""
      let start = Int.random(in: 0..<1000, using: &random)
      let length = Int.random(in: 1...120, using: &random)
      let range = start..<start + length
      // A source doesn't count a minute twice.
      guard minutes[source, default: []].isDisjoint(with: range) else { continue }
      minutes[source, default: []].formUnion(range)
      func clock(_ minute: Int) -> String {
        String(format: "%02d:%02d", minute / 60, minute % 60)
      }
      records.append(
        steps("\(length)", clock(range.lowerBound), clock(range.upperBound), source: source))
    }
    // Earlier exports had fewer sources, and other trust.
    for sources in [["iPhone"], ["Pedometer", "iPhone"]] {
      _ = try await importing(
        records.filter { record in sources.contains { record.contains("\"\($0)\"") } },
        Bool.random(using: &random) ? "" : "--trust pedometer")
    }
    _ = try await importing(records)
    let sum = try sum()
    let all = minutes.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    #expect(abs(sum - Double(all.count)) < 1e-6, "seed \(seed)")
    for source in ["Apple Watch", "iPhone", "Pedometer"] {
      let own = try item("Steps").filter { $0.source == source }
        .reduce(0) { $0 + ($1.content.value1 ?? 0) }
      let better = ["Apple Watch", "iPhone"].prefix { $0 != source }
        .reduce(into: Set<Int>()) { $0.formUnion(minutes[$1] ?? []) }
      let rest = (minutes[source] ?? []).subtracting(better).count
      #expect(abs(own - Double(rest)) < 1e-6, "seed \(seed) \(source)")
    }
  }

  @Test func putPressuresTogether() async throws {
    func half(_ name: String, _ value: String, hour: Int = 7) -> String {
      Export.record(
        "HKQuantityTypeIdentifierBloodPressure\(name)", value, unit: "mmHg",
        at: "2024-01-01 0\(hour):00:00")
    }
    let answer = try await importing([
      half("Systolic", "120"), half("Systolic", "130", hour: 8), half("Diastolic", "80"),
      half("Diastolic", "70", hour: 9),
      "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">",
      half("Systolic", "120"), half("Diastolic", "80"), "</Correlation>",
    ])
    #expect(answer.contains("added 1 data point"))
    #expect(answer.contains("2 blood pressures left out: the other half is missing"))
    let pressure = try #require(item("Blood pressure").first?.content)
    #expect([pressure.value1, pressure.value2] == [120, 80])
  }

  @Test func makeAnItemOfEachActivity() async throws {
    let start = "startDate=\"2024-01-01 07:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\""
    let answer = try await importing([
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="31.5" \
      durationUnit="min" sourceName="W" \(start)>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5.234" unit="km"/>
      </Workout>
      """,
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="1" durationUnit="hr" \
      totalEnergyBurned="100" totalEnergyBurnedUnit="kcal" sourceName="W" \(start)/>
      """,
    ])
    #expect(answer.contains("added 4 data points"))
    let run = try #require(item("Run").first)
    #expect(run.content.value1 == 31.5)
    #expect(run.memo == "5.23 km")
    let yoga = try #require(item("Yoga").first)
    #expect(yoga.content.value1 == 60)
    #expect(yoga.memo == "100.0 kcal")
    #expect(try item("Run distance").map(\.content.value1) == [5.234])
    #expect(try item("Yoga energy").map(\.content.value1) == [100])
    let units = try snapshot().items.map { "\($0.name):\($0.unit ?? "-")" }
    #expect(Set(units) == ["Run:min", "Run distance:km", "Yoga:min", "Yoga energy:kcal"])
  }

  @Test func takeTheWholeOfAWorkoutWithParts() async throws {
    let times = "startDate=\"2024-01-01 07:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\""
    func energy(_ number: Int) -> String {
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"\(number)\" unit=\"kcal\"/>"
    }
    func part(_ number: Int) -> String {
      "<WorkoutActivity uuid=\"a\" \(times)>\(energy(number))</WorkoutActivity>"
    }
    func workout(_ activity: String, _ parts: String) -> String {
      "<Workout workoutActivityType=\"HKWorkoutActivityType\(activity)\" duration=\"60\" "
        + "durationUnit=\"min\" sourceName=\"W\" \(times)>\(parts)</Workout>"
    }
    _ = try await importing([
      workout("Running", part(300) + part(900) + energy(1250)),
      workout("Rowing", part(300) + part(900)),
    ])
    #expect(try item("Run energy").map(\.content.value1) == [1250])
    #expect(try item("Rowing energy").map(\.content.value1) == [1200])
  }

  @Test(arguments: [("sec", 0.5), ("s", 0.5), ("min", 30), ("hour", 1800), ("hr", 1800)])
  func readDurationsInAllUnits(unit: String, minutes: Double) async throws {
    _ = try await importing([
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" duration=\"30\" durationUnit=\"\(unit)\" "
        + "sourceName=\"W\" startDate=\"2024-01-01 07:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\"/>"
    ])
    #expect(try item("Yoga").map(\.content.value1) == [minutes])
  }

  @Test func refuseUnknownUnitsOfDurations() async throws {
    await #expect(throws: ShellError.self) {
      _ = try await importing([
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" duration=\"3\" durationUnit=\"fortnight\" "
          + "sourceName=\"W\" startDate=\"2024-01-01 07:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\"/>"
      ])
    }
    #expect(shell.warnings.contains("“fortnight” is no unit of a duration"))
  }

  @Test func keepTwoPressuresOfAMinuteApart() async throws {
    func half(_ name: String, _ value: String) -> String {
      Export.record("HKQuantityTypeIdentifierBloodPressure\(name)", value, unit: "mmHg")
    }
    func both(_ systolic: String, _ diastolic: String) -> String {
      "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">"
        + half("Systolic", systolic) + half("Diastolic", diastolic) + "</Correlation>"
    }
    let halves = [
      half("Systolic", "120"), half("Systolic", "150"), half("Diastolic", "70"),
      half("Diastolic", "95"),
    ]
    let alone = try await importing(halves)
    #expect(alone.contains("4 blood pressures left out: the other half is missing"), "\(alone)")
    let answer = try await importing(halves + [both("150", "95"), both("120", "70")])
    #expect(answer.contains("added 2 data points"), "\(answer)")
    let pairs = try item("Blood pressure").map { [$0.content.value1, $0.content.value2] }
    #expect(Set(pairs) == [[120, 70], [150, 95]])
    try await #expect(
      importing(halves + [both("150", "95"), both("120", "70")]).contains("added 0 data points"))
  }

  @Test func writeUnitsAsPeopleDo() async throws {
    _ = try await importing([
      Export.record(
        "HKQuantityTypeIdentifierBloodGlucose", "5.5", unit: "mmol&lt;180.1558800000541&gt;/L")
    ])
    #expect(try snapshot().items.map(\.unit) == ["mmol/L"])
  }

  @Test func addNothingTwice() async throws {
    let records = (1...9).map { Export.weight("7\($0).5", day: $0) }
    _ = try await importing(records)
    let before = try snapshot()
    let answer = try await importing(records + [records[0]])
    #expect(answer.contains("added 0 data points; 10 were there already"))
    #expect(try snapshot() == before)
    // An export has its dates in the zone in which it was made.
    let elsewhere = Export.record(
      "HKQuantityTypeIdentifierBodyMass", "71.50", unit: "kg", at: "2024-01-01 01:00:00",
      zone: "-0500")
    #expect(try await importing([elsewhere]).contains("added 0 data points"))
    // Nor does it matter what the item is called by then.
    try await shell.run("item rename Weight Kilos")
    #expect(try await importing(records + [Export.weight("60", day: 20)]).contains("added 1 data"))
    #expect(try item("Kilos").count == 10)
  }

  @Test func goOnWhereTheyWereStopped() async throws {
    let records = (1...20).map { Export.weight("70.5", day: $0) }
    await #expect(throws: ShellError.self) { _ = try await importing(records, cut: 600) }
    let count = try snapshot().points.count
    #expect((1..<20).contains(count))
    #expect(shell.warnings.contains("the file ends inside of a tag"))
    #expect(shell.environment.steps.obstacle == "an import can't be taken back")
    let answer = try await importing(records)
    #expect(answer.contains("added \(20 - count) data points; \(count) were there already"))
  }

  @Test func leaveOutWhatIsBrokenAndSayWhere() async throws {
    let answer = try await importing([
      Export.weight("71", day: 1),
      Export.weight("72", day: 2).replacing("BodyMass\"", with: "BodyMass"),
      Export.weight("73", day: 3).replacing("/>", with: ""),
      Export.weight("74", day: 4).replacing("-01-04", with: "-02-30"),
      Export.weight("many", day: 5),
      "<Record sourceName=\"x\"/>",
      Export.weight("77", day: 7).replacing("value=", with: "value"),
      Export.weight("78", day: 8),
    ])
    let places = shell.warnings.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/export\.xml:(\d+):(\d+): /#).map { "\($0.output.1):\($0.output.2)" }
    }
    // The first record is in line 9.
    #expect(places == ["10:1", "11:1", "12:1", "13:1", "14:1", "15:1"])
    #expect(answer.contains("added 2 data points; 6 bad records left out"))
    #expect(try item("Weight").compactMap(\.content.value1).sorted() == [71, 78])
  }

  @Test(arguments: ["", "--dry-run"])
  func ofBadRecordsAloneFail(option: String) async throws {
    let bad = [Export.weight("0x1F", day: 1), Export.weight("1e-400", day: 2)]
    await #expect(throws: ShellError("nothing was imported: all 2 records are bad")) {
      _ = try await importing(bad, option)
    }
    #expect(shell.warnings.contains("“0x1F” is not a number"))
    #expect(try snapshot().items.isEmpty)
  }

  @Test func takeTypesThatAreNotKnownWhenAsked() async throws {
    let odd = Export.record("HKQuantityTypeIdentifierAtrialThing", "5", unit: "x")
    let first = try await importing([odd, Export.weight("70", day: 1)])
    #expect(first.contains("AtrialThing"))
    #expect(first.contains("skipped types are taken with --type TYPE, or with --all"))
    #expect(try snapshot().points.count == 1)
    #expect(try await importing([odd], "--type AtrialThing").contains("added 1 data point"))
    #expect(try item("Atrial thing").count == 1)
    let dry = try await importing([odd, Export.weight("71", day: 9)], "--all --dry-run")
    #expect(dry.contains("would add 1 data point; 1 were there already"))
    #expect(try snapshot().points.count == 2)
  }

  @Test func takeWhatCameLater() async throws {
    let records = (1...20).map { Export.weight("70.5", day: $0) }
    #expect(try await importing(records, "--from 2024-01-11").contains("added 10 data points"))
  }

  @Test func keepUnitsApart() async throws {
    try await shell.run("item add Weight --kind singleValue --unit stone")
    try await shell.run("item add Steps --kind singleOption")
    _ = try await importing([
      Export.weight("72", day: 1), Export.weight("158", day: 2, unit: "lb"),
      Export.record(
        "HKQuantityTypeIdentifierStepCount", "120", unit: "count", until: "2024-01-01 07:05:00"),
    ])
    #expect(
      Set(try snapshot().items.map(\.name.rawValue)) == [
        "Weight", "Weight (kg)", "Weight (lb)", "Steps", "Steps (count)",
      ])
  }

  @Test(arguments: ["", "<a/>", "no XML at all", "{\"a\": 1}"])
  func refuseWhatIsNoExport(text: String) async throws {
    try shell.write(text, to: "export.xml")
    await #expect(throws: ShellError.self) {
      try await shell.run("health import \(shell.path("export.xml"))")
    }
  }

  /// Whatever was done to a file, it is read to its end, and what is left of it is taken.
  @Test func surviveDamage() async throws {
    var random = SeededGenerator(for: "damaged health export")
    let whole = Array(
      Export(records: (1...20).map { Export.weight("70.5", day: $0) }).text.utf8)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(Array("<>\"'/=&;![]-?".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let shell = try TrackerShell(self.shell.folder)
      try Data(bytes).write(to: shell.folder.file("export.xml"))
      do {
        try await shell.run("health import \(shell.path("export.xml"))")
        #expect(try TrackerSnapshot(shell.container).points.count <= 26)
      } catch let error as ShellError {
        #expect(error.message.contains("export.xml"), "\(error)")
      }
    }
  }
}
