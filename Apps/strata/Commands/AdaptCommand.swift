import Foundation
import StrataModelSource
import StrataShell

extension ModelCommands {
  static var adapt: Command<StrataEnvironment> {
    Command(
      ["source", "adapt"], "rewrites a Core Data program's sources so that Linux compiles them",
      arguments: [.required("FOLDER", "a folder with .swift files, or one file")],
      options: [.flag("check", "write nothing, and fail where something would change")],
      discussion: """
        Sources still compile on Apple's platforms: what differs stands in #if canImport(ObjectiveC). Each \
        changed file is listed with its number of changes. What can't be adapted is a warning. Nothing is \
        written unless all files can be read. Hidden folders, Pods, Carthage and DerivedData are passed over.
        """,
      examples: ["source adapt Sources", "source adapt Sources --check"], group: "Sources",
      completion: completion
    ) { invocation, environment in
      let output = environment.output
      let sources = try SwiftSources(try invocation.require("FOLDER").text)
      let adaptation = try sources.adaptation()
      for note in adaptation.notes { output.warning("\(note)") }
      let isCheck = invocation.flag("check")
      if !isCheck { try sources.write(adaptation.files) }
      if !adaptation.files.isEmpty || output.format != .table {
        try output.print(
          Table(
            ["file", "changes"],
            rows: adaptation.files.map { [.text($0.path), Cell($0.changeCount)] }))
      }
      guard !adaptation.files.isEmpty else { return output.message("nothing to adapt") }
      guard isCheck else { return }
      let count = adaptation.files.count
      throw ShellError(
        count == 1 ? "a file isn't adapted" : "\(count) files aren't adapted",
        hint: "strata source adapt without --check adapts them")
    }
  }
}
