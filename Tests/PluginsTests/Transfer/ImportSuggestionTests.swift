import Foundation
import StrataApplication
import Testing

@testable import TransferPlugin

@Suite struct ImportSuggestions {
  private func command(_ text: String) -> String? {
    ImportSuggestion(Array(text.utf8), timeZone: .gmt)?.command(file: "a.csv")
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
      "import a.csv --date when --item 'T value:dualValues:t_max,t_min'"
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

  @Test(arguments: [("72,5", false), ("72.5", true), ("", false), ("inf", false), ("1,2,3", false)])
  func refuseWhatIsNoNumber(text: String, hasComma: Bool) {
    #expect(ImportForms(hasDecimalComma: hasComma, timeZone: .gmt).number(text) == nil)
  }

  @Test(arguments: ["X.M.Y", "D.M-Y", "DMY", "", "D.M.M"])
  func refuseFormsThatAreNone(name: String) { #expect(ImportForms.DateForm(name) == nil) }
}
