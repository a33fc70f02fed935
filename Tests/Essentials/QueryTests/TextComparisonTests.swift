import StrataQuery
import Testing
import StrataTestSupport

@Suite("Comparisons of texts")
struct TextComparisonTests {
  private let none: QueryExpression.TextOptions = []
  private let both: QueryExpression.TextOptions = [.caseInsensitive, .diacriticInsensitive]

  @Test("Without options letters are the same only when they are")
  func exact() {
    #expect("Café".equals("Café", none))
    #expect(!"Café".equals("café", none))
    #expect(!"Café".equals("Cafe", none))
  }

  @Test("Case is overlooked where that was asked for, also beyond ASCII")
  func caseInsensitive() {
    #expect("ÄPFEL".equals("äpfel", .caseInsensitive))
    #expect("ABC".equals("abc", .caseInsensitive))
    #expect(!"ÄPFEL".equals("apfel", .caseInsensitive))
    #expect("ÄPFEL und Birnen".contains("PFEL UND", .caseInsensitive))
    #expect("ÄPFEL".begins(with: "äp", .caseInsensitive))
    #expect("ÄPFEL".ends(with: "fel", .caseInsensitive))
  }

  @Test("Marks are overlooked where that was asked for")
  func diacriticInsensitive() {
    #expect("résumé".equals("resume", .diacriticInsensitive))
    #expect(!"Résumé".equals("resume", .diacriticInsensitive))
    #expect("Résumé".equals("resume", both))
    #expect("Résumé".contains("SUM", both))
  }

  @Test("Case is overlooked between a text of ASCII and one of other letters")
  func mixed() {
    #expect("\u{212A}elvin".equals("KELVIN", .caseInsensitive))
    #expect("kelvin".contains("\u{212A}", .caseInsensitive))
  }

  @Test("Any text contains, begins and ends with the empty text")
  func emptyText() {
    for text in ["", "a", "é"] {
      for options in [[], both] {
        #expect(text.contains("", options))
        #expect(text.begins(with: "", options))
        #expect(text.ends(with: "", options))
      }
    }
    #expect(!"".contains("a", none))
  }

  @Test("Parts are found where they are, and nowhere else")
  func parts() {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      let text = random.text(of: "abA", upTo: 6)
      let part = random.text(of: "abA", upTo: 3)
      for options in [[], QueryExpression.TextOptions.caseInsensitive] {
        let whole = options.isEmpty ? text : text.lowercased()
        let piece = options.isEmpty ? part : part.lowercased()
        let starts = (0...max(0, whole.count - piece.count)).filter {
          whole.dropFirst($0).prefix(piece.count) == piece
        }
        #expect(text.contains(part, options) == !starts.isEmpty, "\(text) \(part)")
        #expect(text.begins(with: part, options) == starts.contains(0), "\(text) \(part)")
        let atEnd = starts.contains(whole.count - piece.count)
        #expect(text.ends(with: part, options) == atEnd, "\(text) \(part)")
      }
    }
  }
}
