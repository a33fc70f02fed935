import Testing

/// Data points by the first digits of their identifiers.
@Suite struct Identifiers {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    #expect(try shell.lines("item add Weight --kind singleValue --unit kg").status == 0)
  }

  @Test func areAnsweredAndTaken() throws {
    let answer = try shell.lines("log Weight 98.6 --at 2026-11-20T07:00").output
    let uid = try #require(answer.split(separator: " ").dropFirst().first?.prefix(8))
    #expect(answer == "logged \(uid): 98.6 kg, Fri 2026-11-20 07:00\n")
    for typed in [String(uid), uid.uppercased(), String(uid.prefix(4))] {
      #expect(try shell.lines("data edit \(typed) 99").output.contains("\(uid): 99 kg"))
    }
    let list = try shell.lines("data list", options: ["--format", "csv"]).lines
    let whole = try #require(list.last?.prefix(36))
    #expect(whole.lowercased().hasPrefix(uid))
    #expect(try shell.lines("data delete \(whole)").output.contains("deleted Weight \(uid): 99 kg"))
    #expect(try shell.lines("data delete \(uid)").error.contains("there is no data point \(uid)"))
  }

  /// In a transaction nothing is in the store yet.
  @Test func areTakenBeforeTheSave() throws {
    let result = try shell.lines(
      "begin",
      "insert ItemData item=Item/1 uid=12345678-0000-4000-8000-000000000000 "
        + "createTimestamp=now dataContent.type=singleValue dataContent.startDate=now "
        + "dataContent.value1=1", "data edit 1234 2", "save", "data delete 123456")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func areListedWhereTheyAreAmbiguous() throws {
    let made = try (0..<7).map { number in
      try shell.lines(
        "insert ItemData item=Item/1 uid=abcd000\(number)-0000-4000-8000-000000000000 "
          + "createTimestamp=now dataContent.type=singleValue dataContent.startDate=2026-11-20 "
          + "dataContent.value1=\(number)")
    }
    #expect(made.allSatisfy { $0.status == 0 }, "\(made.map(\.error))")
    let result = try shell.lines("data delete abcd")
    #expect(result.status == 1)
    #expect(result.error.contains("“abcd” is the beginning of several data points"))
    #expect(result.error.contains("abcd0004-0000: 4 kg, Fri 2026-11-20 00:00"))
    #expect(!result.error.contains("abcd0005"))
    #expect(result.error.contains("…"))
    #expect(try shell.lines("data delete abcd0005").status == 0)
  }
}
