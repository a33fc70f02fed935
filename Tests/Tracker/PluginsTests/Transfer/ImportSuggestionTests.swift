import Foundation
import StrataApplication
import Testing

@testable import StrataTransferPlugin

@Suite struct ImportSuggestions {
  private func command(_ text: String) -> String? {
    ImportSuggestion(Array(text.utf8), timeZone: .gmt)?.commands(file: "a.csv").first
  }

  @Test(arguments: [
    (
      "date,weight (kg)\n2020-01-31,72.5\n2020-02-01,72\n",
      "import a.csv --date date --item 'Weight:singleValue:weight (kg):kg'"
    ),
    (
      "Datum;Wert\n31.01.2020 07:00;72,5\n01.02.2020 07:00;1.072,5\n",
      "import a.csv --date Datum --delimiter ';' --decimal , --date-format D.M.Y "
        + "--item Wert:singleValue:Wert"
    ),
    (
      "day\tbp_systolic\tbp_diastolic\n1/31/2020\t120\t80\n2/1/2020\t121\t81\n",
      "import a.csv --date day --delimiter tab --date-format M/D/Y "
        + "--item 'Blood pressure:dualValues:bp_systolic,bp_diastolic'"
    ),
    (
      "startDate,endDate,value\n2020-01-31 07:00:00 +0100,2020-01-31 08:00:00 +0100,5\n",
      "import a.csv --date startDate --item Value:valueWithInterval:endDate,value"
    ),
    (
      "t,mood\n1580450400,good\n1580450500,bad\n1580450600,good\n1580450700,good\n",
      "import a.csv --date t --date-format unix --item Mood:singleOption:mood"
    ),
    (
      "when,t_max,t_min\n2020-01-31,5,1\n2020-02-01,6,2\n",
      "import a.csv --date when --item T:dualValues:t_max,t_min"
    ),
    (
      "date;w\n2026-01-01;1,234\n2026-01-02;2,500\n",
      "import a.csv --date date --delimiter ';' --decimal , --item W:singleValue:w"
    ),
    (
      "date,w\n2026-01-01,1.234\n2026-01-02,\"2,500\"\n",
      "import a.csv --date date --item W:singleValue:w"
    ),
    (
      "date\tw\tv\n2026-01-01\t1,234\t0,5\n2026-01-02\t2,500\t1\n",
      "import a.csv --date date --delimiter tab --decimal , --item W:singleValue:w "
        + "--item V:singleValue:v"
    ),
    (
      "date|w\n2026-01-01|1234\n2026-01-02|2500\n",
      "import a.csv --date date --delimiter '|' --item W:singleValue:w"
    ),
    (
      "date\tw\n2026-01-01\t0.500\n2026-01-02\t1.250\n",
      "import a.csv --date date --delimiter tab --item W:singleValue:w"
    ),
    (
      "date,w\n01-02-2026,1\n01-13-2026,2\n",
      "import a.csv --date date --date-format M-D-Y --item W:singleValue:w"
    ),
  ])
  func areTheLineThatDoesIt(file: String, line: String) {
    #expect(command(file) == line)
  }

  @Test(arguments: ["", "a,b\n", "a,b\n1,2\n", "name,text\nx,y\n", "date\n2020-01-01\n"])
  func areNotMadeOfFilesWithoutDatesOrValues(file: String) { #expect(command(file) == nil) }

  @Test func leaveOutWhatHasManyTexts() throws {
    let rows = (0..<100).map { "2020-01-01,\($0),remark number \($0)" }
    let text = "date,value,remark\n" + rows.joined(separator: "\n") + "\n"
    let suggestion = try #require(ImportSuggestion(Array(text.utf8), timeZone: .gmt))
    #expect(suggestion.items == ["Value:singleValue:value"])
    #expect(suggestion.leftOut.map(\.column) == ["remark"])
  }

  @Test func leaveOutColumnsOfTheSameName() throws {
    let text = "date,w,w,v\n2026-01-01,1,2,3\n"
    let suggestion = try #require(ImportSuggestion(Array(text.utf8), timeZone: .gmt))
    #expect(suggestion.items == ["V:singleValue:v"])
    #expect(suggestion.leftOut.map(\.column) == ["w", "w"])
    #expect(suggestion.leftOut.first?.reason == "there are two columns of that name")
    let dates = "date,date,w\n2026-01-01,2026-01-02,1\n"
    #expect(ImportSuggestion(Array(dates.utf8), timeZone: .gmt) == nil)
  }

  @Test func areTwoWhereAFileHasTwoReadings() throws {
    let text = "day;w\n01/02/2026;1.250\n03/04/2026;2.500\n"
    let suggestion = try #require(ImportSuggestion(Array(text.utf8), timeZone: .gmt))
    func line(_ decimal: String, _ form: String) -> String {
      "import a.csv --date day --delimiter ';' --decimal \(decimal) --date-format \(form) "
        + "--item W:singleValue:w"
    }
    #expect(
      suggestion.commands(file: "a.csv") == [
        line(",", "M/D/Y"), line(".", "M/D/Y"), line(",", "D/M/Y"), line(".", "D/M/Y"),
      ])
    #expect(
      suggestion.doubts.map(\.what) == [
        "“01/02/2026” could be 2026-01-02 or 2026-02-01", "“1.250” could be 1250 or 1.25",
      ])
  }

  @Test func keepToWhatIsSaid() throws {
    let text = "day;w\n01/02/2026;1.250\n03/04/2026;2.500\n"
    let wish = SuggestionWish(
      delimiter: ";", hasDecimalComma: true, dateForm: "D/M/Y", timeZone: "UTC")
    let suggestion = try #require(ImportSuggestion(Array(text.utf8), timeZone: .gmt, wish))
    #expect(
      suggestion.commands(file: "a.csv") == [
        "import a.csv --date day --delimiter ';' --decimal , --date-format D/M/Y "
          + "--time-zone UTC --item W:singleValue:w"
      ])
    #expect(suggestion.doubts.isEmpty)
  }

  /// 19 rows of 20 fit the month first, all of them the day first.
  @Test func preferTheFormThatFitsMore() throws {
    let rows = (1...19).map { "0\($0 % 9 + 1)/02/2026,1\n" }.joined()
    let suggestion = try #require(
      ImportSuggestion(Array("date,w\n\(rows)13/02/2026,1\n".utf8), timeZone: .gmt))
    #expect(suggestion.dateForm == "D/M/Y")
  }
}

@Suite struct ImportedForms {
  @Test(arguments: [
    ("iso", "2020-01-31", "2020-01-31T00:00:00Z"),
    ("iso", "2020-01-31 07:00:00 +0100", "2020-01-31T06:00:00Z"),
    ("iso", "2020-01-31T07:00:00Z", "2020-01-31T07:00:00Z"),
    ("D.M.Y", "1.2.2020", "2020-02-01T00:00:00Z"),
    ("D.M.Y", "01.02.20 7:05", "2020-02-01T07:05:00Z"),
    ("M/D/Y", "1/31/2020 7:05 PM", "2020-01-31T19:05:00Z"),
    ("M/D/Y", "1/31/2020, 12:05 am", "2020-01-31T00:05:00Z"),
    ("unix", "1580450400", "2020-01-31T06:00:00Z"),
    ("unix-ms", "1580450400000", "2020-01-31T06:00:00Z"),
  ])
  func readDates(form: String, text: String, wanted: String) throws {
    let forms = ImportForms(
      dateForm: try #require(ImportForms.DateForm(form)), timeZone: .gmt)
    #expect(forms.date(text).map { ExactDate($0).text } == wanted)
  }

  @Test(arguments: [
    ("D.M.Y", "31.02.2020"), ("M/D/Y", "31/1/2020"), ("iso", "31.01.2020"), ("iso", "now +0100"),
    ("unix", "5"), ("D.M.Y", "1.2.2020 25:00"), ("D.M.Y", "1.2"), ("iso", ""),
  ])
  func refuseOthers(form: String, text: String) throws {
    let forms = ImportForms(
      dateForm: try #require(ImportForms.DateForm(form)), timeZone: .gmt)
    #expect(forms.date(text) == nil)
  }

  @Test(arguments: [
    ("72.5", false, 72.5), ("1,072.5", false, 1072.5), ("72,5", true, 72.5),
    ("1.072,5", true, 1072.5), ("-3", true, -3.0), (" 5 ", false, 5.0),
  ])
  func readNumbers(text: String, hasComma: Bool, wanted: Double) {
    #expect(ImportForms(hasDecimalComma: hasComma, timeZone: .gmt).number(text) == wanted)
  }

  @Test(arguments: [
    ("72,5", false), ("72.5", true), ("", false), ("inf", false), ("1,2,3", false),
    ("1.5,000", false), ("0,500", false), ("1234,567", false), ("1,,234", false), (",234", false),
  ])
  func refuseWhatIsNoNumber(text: String, hasComma: Bool) {
    #expect(ImportForms(hasDecimalComma: hasComma, timeZone: .gmt).number(text) == nil)
  }

  @Test(arguments: ["X.M.Y", "D.M-Y", "DMY", "", "D.M.M"])
  func refuseFormsThatAreNone(name: String) { #expect(ImportForms.DateForm(name) == nil) }
}
