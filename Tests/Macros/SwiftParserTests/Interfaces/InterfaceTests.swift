import Foundation
import StrataSwiftParser
import StrataTestSupport
import Testing

/// The scanner held against the compiler's own parser, on the interface files of the toolchain: some
/// 30,000 declarations, written by another program than this one. A run takes a sample;
/// `make corpus` takes all.
@Suite struct Interfaces {
  private static let takesAll = ProcessInfo.processInfo.environment["STRATA_CORPUS"] == "all"

  @Test(
    .enabled(
      if: Toolchain.found?.interfaces.isEmpty == false,
      "there is no compiler with interface files here, so nothing is compared"))
  func areReadAsTheCompilerReadsThem() throws {
    let toolchain = try #require(Toolchain.found)
    var generator = SeededGenerator(for: "Interfaces")
    let seed = generator.seed
    let files =
      Self.takesAll
      ? toolchain.interfaces
      : Array(toolchain.interfaces.shuffled(using: &generator).prefix(4))
    var comparison = Comparison()
    for file in files {
      let dump = try CompilerDump(of: file, by: toolchain)
      let all = Array(0..<dump.count)
      let sample = Self.takesAll ? all : Array(all.shuffled(using: &generator).prefix(40))
      for index in sample { comparison.compare(dump, index, file) }
    }
    print(
      "seed \(seed): compared \(comparison.declarations) declarations with the compiler, "
        + "\(comparison.atFileScope) of them at file scope, in \(files.count) files; passed over "
        + "\(comparison.passedOver) that no type can have as members")
    #expect(comparison.declarations > 0, "the compiler's dump wasn't understood")
    #expect(
      comparison.differences.isEmpty,
      "seed \(seed): \(comparison.differences.prefix(20).joined(separator: "\n"))")
  }
}

private struct Comparison {
  var declarations = 0
  var atFileScope = 0
  var passedOver = 0
  var differences: [String] = []

  mutating func compare(_ dump: CompilerDump, _ index: Int, _ file: URL) {
    let node = dump[index]
    // Variables follow their patterns.
    if node.kind == "var_decl" { return }
    var next: [CompilerNode] = []
    var following = index + 1
    while following < dump.count, node.kind == "pattern_binding_decl" {
      let candidate = dump[following]
      guard candidate.kind == "var_decl" else { break }
      next.append(candidate)
      following += 1
    }
    guard let compiler = DeclarationSummary(node, in: dump, followedBy: next[...]),
      let place = node.range, let start = dump.offset(place.start), let end = dump.offset(place.end)
    else {
      passedOver += 1
      return
    }
    let first = (compiler.attributes.union(compiler.modifiers) + [start]).min() ?? start
    let range = dump.wholeLines(first...end)
    atFileScope += 1
    declarations += compiler.count
    do {
      let scanner = try DeclarationSummary(
        scanning: dump.text(range), at: range.lowerBound, like: compiler)
      differences += scanner.differences(from: compiler).map {
        "\(file.path):\(place.start): \($0)"
      }
    } catch {
      differences.append("\(file.path):\(place.start): \(error)")
    }
  }
}
