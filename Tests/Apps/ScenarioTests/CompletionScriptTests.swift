import Foundation
import StrataTestSupport
import Testing

private func isInstalled(_ program: String) -> Bool {
  ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + program)
  }
}

/// Tests of the completion scripts for other shells, and of the manual.
@Suite struct CompletionScripts {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    for name in ["bash", "zsh", "fish"] {
      let script = try shell.run(["completion", name])
      #expect(script.status == 0 && script.error.isEmpty)
      try shell.write(script.output, to: "completion.\(name)")
    }
  }

  @Test func needNoStore() throws {
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file(".local").path))
  }

  @Test(.enabled(if: isInstalled("bash"), "no bash"))
  func areUnderstoodByBash() throws {
    #expect(
      try shell.pipeline("bash -n completion.bash") == .init(status: 0, output: "", error: ""))
  }

  @Test(.enabled(if: isInstalled("zsh"), "no zsh"))
  func areUnderstoodByZsh() throws {
    #expect(try shell.pipeline("zsh -n completion.zsh") == .init(status: 0, output: "", error: ""))
  }

  @Test(.enabled(if: isInstalled("fish"), "no fish"))
  func areUnderstoodByFish() throws {
    #expect(
      try shell.pipeline("fish --no-execute completion.fish")
        == .init(status: 0, output: "", error: ""))
  }

  /// The completions that bash offers for a line.
  private func bash(_ line: String) throws -> [String] {
    try shell.write(
      """
      source ./completion.bash
      COMP_LINE=$LINE COMP_POINT=${#LINE} COMP_WORDS=("$APPSHELL")
      _appshell
      for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
      """, to: "ask")
    let result = try shell.pipeline("bash ask", environment: ["LINE": line])
    #expect(result.error.isEmpty)
    return result.lines
  }

  @Test(.enabled(if: isInstalled("bash"), "no bash"))
  func askTheProgram() throws {
    try shell.write("alias w = 'item show'\n", to: "config")
    #expect(
      try shell.lines(
        "item add 'Body weight' --kind singleValue", "item add Sleep --kind interval"
      ).status == 0)
    let start = "appshell --config config --store \(shell.store) "
    #expect(try bash(start + "item sh") == ["show"])
    #expect(try bash(start + "item show ") == ["'Body weight'", "Sleep"])
    #expect(try bash(start + "item show 'Bo") == ["Body weight"])
    #expect(try bash(start + "w S") == ["Sleep"])
    #expect(try bash(start + "item add X --kind=inter") == ["interval"])
    #expect(try bash("appshell --for") == ["--format"])
    #expect(try bash("appshell de").contains("demo"))
    #expect(try bash("appshell --store no/such/file item show ") == [])
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file("no").path))
  }

  @Test func giveWordsWithWhatTheyAre() throws {
    let result = try shell.run(["complete", "words", "item", "sh"])
    #expect(result == .init(status: 0, output: "show\tshow a thing to measure\n", error: ""))
    #expect(try shell.run(["complete", "words", "x", ""]).output.isEmpty)
    #expect(try shell.run(["complete"]).status == 2)
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file(".local").path))
  }

  @Test func manualTellsOfEveryCommandAndOption() throws {
    let page = try shell.run(["man"])
    #expect(page.status == 0)
    #expect(page.output.hasPrefix(".TH \"APPSHELL\" \"1\""))
    let plain = page.output.replacing("\\-", with: "-")
    let commands = try shell.run(["help", "--format", "csv", "--no-header"]).lines
    for command in commands.compactMap({ $0.split(separator: ",").first }) {
      #expect(plain.contains("\\fB\(command)"), "\(command)")
    }
    let help = try shell.run(["--help"]).output
    for match in help.matches(of: #/\n  (--?[a-z-]+)/#) {
      #expect(plain.contains("\\fB\(match.output.1)"))
    }
  }

  @Test(.enabled(if: isInstalled("groff") || isInstalled("mandoc"), "neither groff nor mandoc"))
  func manualIsUnderstood() throws {
    try shell.write(try shell.run(["man"]).output, to: "appshell.1")
    let check =
      isInstalled("groff")
      ? "groff -ww -man -Tutf8 appshell.1 2>&1 >/dev/null" : "mandoc -T lint -W error appshell.1"
    #expect(try shell.pipeline(check) == .init(status: 0, output: "", error: ""))
  }

  @Test func areInstalledWhereTheyAreLookedFor() throws {
    let result = try shell.pipeline(
      #"'\#(Repository.root.path)/Scripts/install' "$APPSHELL" "$PWD/usr" --no-config"#)
    #expect(result == .init(status: 0, output: "", error: ""))
    for file in [
      "bin/appshell", "share/man/man1/appshell.1", "share/bash-completion/completions/appshell",
      "share/zsh/site-functions/_appshell", "share/fish/vendor_completions.d/appshell.fish",
    ] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: shell.folder.file("usr/\(file)").path)
      #expect((attributes[.size] as? Int ?? 0) > 100, "\(file)")
    }
    #expect(try shell.pipeline("usr/bin/appshell --version").output.hasPrefix("appshell "))
  }
}
