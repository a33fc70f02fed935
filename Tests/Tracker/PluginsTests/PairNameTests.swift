import StrataApplication
import Testing
import StrataTrackerModel

@testable import StrataTrackerPlugin

@Suite struct PairNameTexts {
  @Test(arguments: ["systolic/diastolic", " oben / unten ", "a/b_2", "收缩压/舒张压"])
  func areRead(text: String) throws {
    let names = try PairNames(text)
    #expect(try PairNames("\(names)") == names)
    #expect("\(names)" == text.filter { $0 != " " })
  }

  @Test(arguments: [
    ("", InvalidPairNames.Reason.count), ("systolic", .count), ("a/b/c", .count),
    ("/b", .characters("")), ("a b/c", .characters("a b")), ("1st/second", .characters("1st")),
    ("a/\(String(repeating: "b", count: 21))", .characters(String(repeating: "b", count: 21))),
    ("a/Value2", .reserved("Value2")), ("not/b", .reserved("not")), ("High/high", .same),
  ])
  func areRefused(text: String, reason: InvalidPairNames.Reason) {
    #expect(throws: InvalidPairNames(text: text, reason: reason)) { try PairNames(text) }
  }
}

@Suite struct ColumnNames {
  /// A value of the same name couldn't be asked for.
  @Test(arguments: PointCondition.names)
  func nameNoValue(name: String) {
    #expect(throws: InvalidPairNames(text: "\(name)/b", reason: .reserved(name))) {
      try PairNames("\(name)/b")
    }
  }
}

@MainActor @Suite struct NamedPairs {
  private let session: ShellSession

  init() throws { session = try ShellSession(plugins: [TrackerPlugin()]) }

  private func fill() async {
    _ = await session.run(
      "item add Pressure --kind dualValues --unit mmHg --values systolic/diastolic",
      "log Pressure 120/80 --at 2026-11-01", "log Pressure 135/82 --at 2026-11-02",
      "item add Weight --kind singleValue", "log Weight 80")
  }

  @Test func areAskedForByName() async {
    await fill()
    let answer = await session.run(
      "format csv", "data list Pressure --where 'systolic > 130 && diastolic < 90'")
    #expect(
      answer.output.split(separator: "\n").count == 2 && answer.output.contains(",135.0,82.0,"))
    let other = await session.run("data list Pressure --where 'systolik > 130'")
    #expect(other.errors.contains("did you mean systolic?"), "\(other)")
    let unnamed = await session.run("data list Weight --where 'systolic > 130'")
    #expect(unnamed.errors.contains("data points have no “systolic”"), "\(unnamed)")
  }

  @Test func areShownToPeople() async {
    await fill()
    let shown = await session.run("stats Pressure", "item show Pressure")
    #expect(
      shown.output.contains("systolic ") && shown.output.contains("values    systolic/diastolic"))
    let csv = await session.run("format csv", "stats Pressure")
    #expect(csv.output.contains("\n1,2,255.0,"), "\(csv)")
  }

  @Test(arguments: [
    ("item edit Weight --values a/b", "the data points of Weight don't have two values"),
    ("item edit Pressure --values systolic", "isn't two names"),
    ("item add Other --kind singleValue --values a/b", "don't have two values"),
  ])
  func areRefused(line: String, message: String) async {
    await fill()
    let answer = await session.run(line)
    #expect(answer.errors.contains(message), "\(answer)")
  }

  @Test func goWithTheirKind() async {
    _ = await session.run("item add Pressure --kind dualValues --values systolic/diastolic")
    let removed = await session.run("item edit Pressure --values ''", "item show Pressure")
    #expect(!removed.output.contains("systolic"))
    let changed = await session.run(
      "item edit Pressure --values a/b", "item edit Pressure --kind singleValue",
      "item edit Pressure --kind dualValues", "item show Pressure")
    #expect(!changed.output.contains("a/b") && changed.errors.isEmpty, "\(changed)")
  }
}
