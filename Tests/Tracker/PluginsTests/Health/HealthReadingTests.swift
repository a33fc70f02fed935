import Foundation
import Testing

@testable import StrataHealthPlugin

@Suite struct NamedIdentifiers {
  /// RFC 3174, section 7.3.
  @Test(arguments: [
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
  ])
  func areMadeWithTheirHash(message: String, hash: String) {
    let hex = SHA1.hash(Array(message.utf8)).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(hex.joined() == hash)
  }

  /// RFC 9562, appendix A.4.
  @Test func areThoseOfVersion5() throws {
    let domains = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(
      UUID(name: "www.example.com", in: domains).uuidString
        == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
  }
}

@Suite struct HealthWords {
  @Test(arguments: [
    ("AsleepCore", "Asleep core"), ("AsleepREM", "Asleep REM"), ("VO2Max", "VO2 max"),
    ("UVExposure", "UV exposure"), ("HeartRateVariabilitySDNN", "Heart rate variability SDNN"),
    ("DietaryVitaminB12", "Dietary vitamin B12"), ("DietaryVitaminA", "Dietary vitamin A"),
    ("AppleECGReading", "Apple ECG reading"), ("InBed", "In bed"), ("Walking", "Walking"),
    ("awake", "awake"), ("", ""),
  ])
  func areTheNamesInSmallLettersWithTheirAcronyms(name: String, words: String) {
    #expect(HealthType.words(name) == words)
  }
}

@Suite struct HealthDates {
  @Test(arguments: [
    ("2020-01-31 07:00:00 +0100", "2020-01-31T06:00:00Z"),
    ("2024-02-29 23:59:59 -0330", "2024-03-01T03:29:59Z"),
    ("1970-01-01 00:00:00 +0000", "1970-01-01T00:00:00Z"),
    ("1970-01-01 00:00:00 -1800", "1970-01-01T18:00:00Z"),
  ])
  func haveTheirZone(text: String, wanted: String) {
    #expect(HealthDate.parse(text)?.ISO8601Format() == wanted)
  }

  @Test(arguments: [
    "2023-02-29 00:00:00 +0100", "2020-13-01 00:00:00 +0100", "2020-01-01", "",
    "2020-01-01 24:00:00 +0100", "2020-01-01T00:00:00 +0100", "2020-01-01 00:00:00 0100 ",
    "2020-01-01 00:00:00 +9900", "2020-01-01 00:00:00 -1900", "2020-01-01 00:00:00 +0160",
    "2020-01-01 00:00:00 +1801",
  ])
  func areNothingElse(text: String) { #expect(HealthDate.parse(text) == nil) }
}

@Suite struct ElementScanning {
  private let text = """
    <?xml version="1.0"?><!DOCTYPE a [ <!-- ' ]> " --> <!ELEMENT a "x"> ]>
    <a><!-- <b/> --><Record type='it&apos;s &#65;&#x42; &lt;&unknown;' x="1"/>é<c unit="k
    g"></c>
    <d value="a<e sum="2"/><f
    """

  private func events(by count: Int) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var scanner = ElementScanner {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var found: [String] = []
    while let event = try scanner.next() {
      switch event {
      case .element(let element):
        let values = Element.Attribute.allCases.compactMap { attribute in
          element[attribute].map { "\(attribute)=\($0)" }
        }
        found.append(
          "\(element.place) \(element.name)\(element.isClosed ? "/" : "") \(values.joined())")
      case .end(let name): found.append("/\(name)")
      case .broken(let place, _): found.append("\(place) broken")
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000])
  func findsTheSameHoweverItIsRead(count: Int) throws {
    let found = try events(by: count)
    #expect(
      found == [
        "2:1 a ", "2:17 Record/ type=it's AB <&unknown;", "2:76 c unit=k\ng", "/c",
        "4:1 broken", "4:12 e/ sum=2", "4:24 broken",
      ])
  }
}
