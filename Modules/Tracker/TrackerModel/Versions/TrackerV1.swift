import Strata
import StrataDomain

/// The models of version 0.1.0, in which options have numbers only, and data points no identifiers.
enum TrackerV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self]
  }

  @Model final class Item {
    @Attribute(.unique) var name: ValidatedName
    var kind: ItemDataContent.Kind
    var unit: String?
    var memo: String?
    @Relationship(deleteRule: .cascade, inverse: \ItemOption.item) var options: [ItemOption] = []
    @Relationship(inverse: \Tag.items) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \ItemData.item) var data: [ItemData] = []

    init(name: ValidatedName, kind: ItemDataContent.Kind) {
      self.name = name
      self.kind = kind
    }
  }

  @Model final class ItemOption {
    var optionID: Int64
    var label: String
    var item: Item?

    init(optionID: Int64, label: String) {
      self.optionID = optionID
      self.label = label
    }
  }

  @Model final class ItemData {
    #Index<ItemData>([\.item, \.dataContent.startDate], [\.dataContent.value1])

    var item: Item?
    var dataContent: NumberedContent
    var selection: OptionSelection = OptionSelection()
    @Relationship(deleteRule: .cascade, inverse: \Memo.data) var memo: Memo?

    init(dataContent: NumberedContent) { self.dataContent = dataContent }
  }

  @Model final class Memo {
    var text: String
    var data: ItemData?

    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var items: [Item] = []

    init(name: String) { self.name = name }
  }
}
