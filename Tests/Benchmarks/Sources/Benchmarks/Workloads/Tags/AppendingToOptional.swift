import Foundation
import Strata

/// The models of R with a relationship that may be nil.
enum OptionalTags {
  @Model final class Item {
    var created: Date
    @Relationship(inverse: \Tag.item) var tags: [Tag]? = []

    init(created: Date) { self.created = created }
  }

  @Model final class Tag {
    var name: String
    var item: Item?

    init(name: String) { self.name = name }
  }
}

/// R?: R by `item.tags?.append(tag)`, on an array that may be nil.
struct AppendingToOptional: Workload {
  let name = "R?"
  let count: Int
  private let tagging: Tagging

  init(count: Int) {
    self.count = count
    tagging = Tagging(count: count)
  }

  var expected: Checksum { tagging.expected }
  var aim: Double? { 2 }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: OptionalTags.Item.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let item = try stopwatch.measure {
          let item = OptionalTags.Item(created: tagging.created)
          context.insert(item)
          for name in tagging.names { item.tags?.append(OptionalTags.Tag(name: name)) }
          try context.save()
          return item
        }
        guard item.tags?.map(\.name) == tagging.names else { return Checksum() }
        // Items and tags refer to each other; without this they would stay for the rest of the run.
        item.tags = nil
        return try tagging.checksum(of: url)
      }
    }
  }

  var raw: Contender { { try tagging.raw(&$0) } }
}
