import Foundation
import StrataCharts
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct SVGPictures {
  private let start = Moments.date(2026)

  private func chart(title: String = "Weight", _ plot: (Date) -> Chart.Plot) -> Chart {
    Chart(
      title: title, unit: "kg", note: "a & b", range: start..<start + 864_000,
      calendar: Moments.calendar(), plot: plot(start),
      lanes: Lanes(
        labels: ["<b>", "two"],
        columns: [.init(start: start, end: start + 86_400, shares: [0.5, 1])]))
  }

  private func buckets(_ start: Date) -> [Bucket] {
    (0..<10).map { day -> Bucket in
      let (value, begin) = (Double(day), start + Double(day) * 86_400)
      return Bucket(
        start: begin, end: begin + 86_400, count: 2, minimum: value, maximum: value + 3,
        sum: value * 2 + 3)
    }
  }

  private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  @Test func areXML() {
    #expect(isXML(chart { .line(buckets($0)) }.svg()))
    #expect(isXML(chart { .band(buckets($0)) }.svg()))
    #expect(
      isXML(
        chart { .bars([.init(start: $0, end: $0 + 86_400, height: -3)]) }.svg(isFile: false)))
    #expect(isXML(chart { _ in .line([]) }.svg()))
  }

  @Test func haveTheirTextAsText() {
    let title = "<script>alert('x')</script> & \u{7} \u{FFFF}"
    let svg = chart(title: title) { .line(buckets($0)) }.svg()
    #expect(isXML(svg) && !svg.contains("<script"))
    #expect(svg.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; \u{FFFD} \u{FFFD}"))
    #expect(svg.contains(">&lt;b&gt;</text>"))
  }

  @Test func areForLightAndDark() {
    let svg = chart { .line(buckets($0)) }.svg()
    #expect(svg.contains("@media(prefers-color-scheme:dark)"))
    let part = chart { .line(buckets($0)) }.svg(isFile: false)
    #expect(!part.contains("<style>") && !part.contains("<?xml"))
  }

  @Test func growWithBucketsOnly() {
    let few = chart { .line(buckets($0)) }.svg().count
    let none = chart { _ in .line([]) }.svg().count
    #expect(few - none < 2500)
  }

  @Test(arguments: [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, 3e-300])
  func areXMLAtTheLimits(value: Double) {
    let svg = chart { .line([Bucket(start: $0, end: $0, value: value)]) }.svg()
    #expect(isXML(svg) && !svg.contains("nan") && !svg.contains("inf"))
  }
}
