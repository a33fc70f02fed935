import Foundation
import StrataModelSource
import StrataShell

extension ModelCommands {
  static var adapt: Command<StrataEnvironment> {
    Command(
      ["source", "adapt"], "rewrite a Core Data program's sources so that Linux compiles them",
      arguments: [.required("FOLDER", "a folder with .swift files, or one file")],
      options: [.flag("check", "write nothing, and fail where something would change")],
      discussion: """
        Sources still compile on Apple's platforms: what differs stands in #if canImport(ObjectiveC). Each \
        changed file is listed with its number of changes. What can't be adapted is a warning. A file that \
        can't be read or parsed is an error; the others are adapted. Hidden folders, Pods, Carthage and \
        DerivedData are passed over.
        """,
      examples: ["source adapt Sources", "source adapt Sources --check"], group: "Sources",
      completion: completion
    ) { invocation, environment in
      let output = environment.output
      let sources = try SwiftSources(try invocation.require("FOLDER").text)
      let (adaptation, unread) = sources.adaptation()
      for note in adaptation.notes { output.warning("\(note)") }
      let isCheck = invocation.flag("check")
      if !isCheck { try sources.write(adaptation.files) }
      if !adaptation.files.isEmpty || output.format != .table {
        try output.print(
          Table(
            ["file", "changes"],
            rows: adaptation.files.map { [.text($0.path), Cell($0.changeCount)] }))
      }
      guard unread.isEmpty else {
        throw ShellError(
          unread.joined(separator: "\n"),
          hint: isCheck
            ? "mend it, or move it out of the folder"
            : "the other files are adapted; mend it, and run the command again",
          kind: .storeUnavailable)
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
