import Foundation
import StrataTestSupport
import Testing

/// Pages that follow what is saved, also by other programs.
@Suite(.timeLimit(.scaledMinutes(5))) struct WatchedReports {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue --unit kg", "log Weight 80 --at 2026-11-01",
      "log Weight 81 --at 2026-11-02")
    #expect(made.status == 0)
  }

  private var page: String { (try? shell.read("page.html")) ?? "" }

  /// Waits until a condition holds; false after two minutes.
  private func waits(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(TimeScale.seconds(120))
    while !condition(), ContinuousClock.now < deadline { usleep(1000) }
    return condition()
  }

  @Test func followOtherProgramsUntilCtrlC() throws {
    let watcher = try shell.start(["--store", shell.store, "-c", "report page.html --watch"])
    #expect(waits { page.contains("<dt>maximum</dt><dd>81</dd>") })
    #expect(try shell.lines("log Weight 82.5 --at 2026-11-03").status == 0)
    #expect(waits { page.contains("<dt>maximum</dt><dd>82.5</dd>") })
    watcher.send(SIGINT)
    let result = try watcher.result()
    #expect(result.status == 1 && result.error.contains("interrupted"))
    #expect(page.hasSuffix("</html>\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: shell.folder.url.path)
    #expect(!files.contains { $0.hasSuffix(".part") })
  }

  /// Somebody who reads it at any moment reads a whole page.
  @Test func areNeverHalfWritten() throws {
    let watcher = try shell.start(["--store", shell.store, "-c", "report page.html --watch"])
    #expect(waits { !page.isEmpty })
    let writer = try shell.start(
      ["--store", shell.store],
      input: (1...60).map { "log Weight \($0) --at 2026-11-05" }.joined(separator: "\n"))
    var seen: Set<String> = []
    #expect(
      waits {
        let text = page
        if !text.hasPrefix("<!DOCTYPE html>") || !text.hasSuffix("</html>\n") {
          seen.insert("half")
        }
        return text.contains("<dt>minimum</dt><dd>1</dd>")
      })
    #expect(seen.isEmpty)
    #expect(try writer.result().status == 0)
    watcher.send(SIGTERM)
    _ = try watcher.result()
  }

  @Test func replaceReportsAndNothingElse() throws {
    #expect(try shell.lines("report page.html").status == 0)
    #expect(try shell.lines("report page.html").status == 0)
    try shell.write("my notes", to: "notes.html")
    let refused = try shell.lines("report notes.html")
    #expect(refused.status == 1 && refused.error.contains("is there already"))
    #expect(try shell.read("notes.html") == "my notes")
    #expect(try shell.lines("report notes.html --overwrite").status == 0)
    #expect(try shell.read("notes.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test func canBeReadByTheirOwnerAlone() throws {
    #expect(try shell.lines("report page.html", "chart Weight --svg a.svg").status == 0)
    for name in ["page.html", "a.svg"] {
      let file = shell.folder.file(name).path
      func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      }
      #expect(try mode() == 0o600)
      // A file that others may read is replaced by one that they may read.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let line = name == "a.svg" ? "chart Weight --svg a.svg --overwrite" : "report page.html"
      #expect(try shell.lines(line).status == 0)
      #expect(try mode() == 0o644)
    }
  }

  /// Nobody writes into the pipe, so that whoever opened it for reading would wait for ever.
  @Test(arguments: ["report pipe", "report pipe --overwrite", "chart Weight --svg pipe"])
  func areNeverPipes(line: String) throws {
    #expect(mkfifo(shell.folder.file("pipe").path, 0o600) == 0)
    let result = try shell.lines(line)
    #expect(result.status == 1)
    #expect(result.error.contains("pipe is no plain file"), "\(result.error)")
  }

  @Test func needNothingFromElsewhere() throws {
    #expect(try shell.lines("report page.html --watch-not").status == 1)
    #expect(try shell.lines("report page.html").status == 0)
    let text = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
    for word in ["http:", "https:", "src=", "<link", "@import", "<script"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func neverWriteIntoTheStore() throws {
    let result = try shell.lines(
      "report \(shell.store) --overwrite", "chart Weight --svg tracker.store --overwrite",
      options: ["--keep-going"])
    #expect(result.status == 1)
    #expect(result.error.components(separatedBy: "belongs to the store itself").count == 3)
    #expect(try shell.lines("check").status == 0)
  }
}

/// Pictures as a terminal's locale and size allow.
@Suite struct Pictures {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let lines = (1...9).map { "log Weight \($0 * $0) --at 2026-11-0\($0)" }
    _ = try shell.run(
      ["--store", shell.store, "-c", "item add Weight --kind singleValue"]
        + lines.flatMap { ["-c", $0] })
  }

  @Test func areASCIIWhereTheLocaleIs() throws {
    for variables in [["LANG": "C"], ["TERM": "dumb"], ["LC_ALL": "POSIX"]] {
      let result = try shell.lines("chart Weight", "calendar Weight", environment: variables)
      #expect(result.status == 0 && result.output.utf8.allSatisfy { $0 < 0x80 }, "\(variables)")
    }
    #expect(try shell.lines("chart Weight").output.contains("⠁"))
  }

  @Test func keepToTheWidth() throws {
    let result = try shell.lines("chart Weight --width 40 --height 10")
    #expect(result.lines.allSatisfy { $0.count <= 40 } && result.lines.count == 10)
    let other = try shell.lines("chart Weight", environment: ["COLUMNS": "50"])
    #expect(other.lines.contains { $0.count == 50 })
    #expect(try shell.lines("chart Weight --width 5").status == 1)
  }

  @Test func areWholeFiles() throws {
    #expect(try shell.lines("chart Weight --svg a.svg", "calendar Weight --svg b.svg").status == 0)
    for name in ["a.svg", "b.svg"] {
      let text = try shell.read(name)
      #expect(text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n"))
    }
    let again = try shell.lines("chart Weight --svg a.svg")
    #expect(again.status == 1 && again.error.contains("--overwrite replaces it"))
    #expect(try shell.lines("chart Weight --svg nowhere/a.svg").error.contains("No such file"))
  }
}
