import Foundation
import StrataSwiftParser
import Testing

/// Whole source files: imports, types, conditions and tokens.
@Suite struct SourceFiles {
  @Test func haveImportsAndTypes() throws {
    let file = try SourceFile(
      scanning: """
        @testable import Kit
        import struct Foundation.Date
        #if canImport(UIKit)
        public import UIKit.View
        #endif
        open(file)
        let text = "class A {}"
        func f() { class Hidden {} }
        infix operator <>: Sum
        #if DEBUG
        @objc
        #endif
        final class B: C {
          struct D {
            #if os(Linux)
            enum E {}
            #endif
          }
        }
        extension B.D where T == Int {}
        """)
    #expect(file.imports.map(\.module) == ["Kit", "Foundation", "UIKit"])
    #expect(
      file.types.map { "\($0.kind) \($0.name)" } == [
        "class B", "struct D", "enum E", "extension B.D",
      ])
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func mayBeginAsScripts(mark: String) throws {
    let file = try SourceFile(scanning: mark + "#!/usr/bin/env swift\nimport Kit\nclass A {}")
    #expect(file.imports.map(\.module) == ["Kit"])
    #expect(file.types.map { "\($0.name)" } == ["A"])
    #expect(throws: ScanError.self) {
      _ = try SourceFile(scanning: "import Kit\n#!/usr/bin/env swift")
    }
  }

  @Test func knowTheConditionsOfAPlace() throws {
    let text = """
      #if A
      let a = 1
      #elseif B && C
      #if D
      let d = 1
      #endif
      #else
      let e = 1
      #endif
      let f = 1
      """
    let file = try SourceFile(scanning: text)
    func conditions(_ place: String) throws -> [String] {
      let range = try #require(text.range(of: "let \(place)"))
      return file.conditions(at: text.utf8.distance(from: text.startIndex, to: range.lowerBound))
    }
    #expect(try conditions("a") == ["A"])
    #expect(try conditions("d") == ["!(A) && (B && C)", "D"])
    #expect(try conditions("e") == ["!(A) && !(B && C)"])
    #expect(try conditions("f") == [])
  }

  @Test func haveTheTokensOfInterpolations() throws {
    let file = try SourceFile(scanning: ##"print("a \(b("c \(d)")) e", /* f */ #"\(g)"#)"##)
    #expect(
      file.tokens.map(\.text) == [
        "print", "(", #""a \(b("c \(d)")) e""#, "b", "(", #""c \(d)""#, "d", ")", ")", ")", ",",
        ##"#"\(g)"#"##, ")",
      ])
  }

  @Test(arguments: [
    ("#if A\nclass B {}", "this ‘#if’ has no ‘#endif’"),
    ("#endif", "this ‘#endif’ has no ‘#if’"),
    ("class A { func b( }", "expected the name of a parameter instead of ‘}’"),
    ("f())", "this bracket closes none that is open"),
    ("class A {", "expected a declaration or ‘}’, but the source ends"),
  ])
  func haveErrors(source: String, message: String) {
    let error = #expect(throws: ScanError.self) { try SourceFile(scanning: source) }
    #expect(error?.message == message)
  }
}
