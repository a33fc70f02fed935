internal import StrataDomain
import Strata
import StrataApplication
import StrataShell
internal import StrataTrackerModel
import StrataTrackerShell

/// The commands `tag list`, `tag add` and `tag remove`.
enum TagCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(["tag", "list"], "list the tags", group: group) { _, environment in
        let tags = try environment.context.fetch(
          FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        try environment.output.print(
          Table(
            ["name", "items"],
            rows: tags.map { tag in
              [.text(tag.name.rawValue), .list(tag.items.map { .text($0.name.rawValue) })]
            }))
      },
      Command(
        ["tag", "add"], "put a thing under a tag",
        arguments: [.required("NAME", "the item"), .required("TAG", "made when there is none")],
        examples: ["tag add Weight body"], group: group,
        completion: ItemCompletion.complete
      ) { invocation, environment in
        let tracker = Tracker(environment)
        let item = try environment.item(named: try invocation.require("NAME"))
        let tag = try tracker.tag(named: try tracker.newTagName(try invocation.require("TAG")))
        let isNew = !item.tags.contains { $0 === tag }
        if isNew { item.tags.append(tag) }
        environment.report(
          isNew
            ? "put \(item.name) under \(tag.name)" : "\(item.name) was under \(tag.name) already")
      },
      Command(
        ["tag", "remove"], "take a thing out of a tag",
        arguments: [.required("NAME", "the item"), .required("TAG", "goes when nothing is left")],
        examples: ["tag remove Mood mind"], group: group,
        completion: ItemCompletion.complete
      ) { invocation, environment in
        let item = try environment.item(named: try invocation.require("NAME"))
        let name = try invocation.require("TAG")
        guard
          let tag = item.tags.first(where: { $0.name.rawValue == name.text })
            ?? item.tags.first(where: { NameTwin.isPair($0.name.rawValue, name.text) })
        else {
          throw name.error("\(item.name) is not under “\(name.text)”")
        }
        item.tags.removeAll { $0 === tag }
        environment.report("took \(item.name) from \(tag.name)")
        if tag.items.isEmpty { environment.context.delete(tag) }
      },
    ]
  }
}
