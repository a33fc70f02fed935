import Foundation
import Strata
import StrataDomain

/// The models between 0.1.0 and the current ones, with contents in both forms.
enum TrackerV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self]
  }

  @Model final class Item {
    @Attribute(.unique) var name: ValidatedName
    @Attribute(.unique) var uid: UUID = UUID()
    var createTimestamp: Date = Date.now
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
    @Attribute(.unique) var uid: UUID = UUID()
    @Attribute(originalName: "optionID") var number: Int
    var label: NonEmptyString
    var isRetired = false
    var item: Item?

    init(number: Int, label: NonEmptyString) {
      self.number = number
      self.label = label
    }
  }

  @Model final class ItemData {
    var createTimestamp: Date = Date.distantPast
    @Attribute(.unique) var uid: UUID = UUID()
    var dataContent: NumberedContent
    /// A placeholder that the migration stage replaces.
    var content: SevenKindContent = SevenKindContent(
      ItemDataContent.singleValue(eventDate: Date.distantPast, value: 0))
    var selection: OptionSelection = OptionSelection()
    @Relationship(deleteRule: .cascade, inverse: \Memo.data) var memo: Memo?
    var item: Item?

    init(dataContent: NumberedContent) { self.dataContent = dataContent }
  }

  @Model final class Memo {
    var text: String
    var data: ItemData?

    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: NonEmptyString
    var items: [Item] = []

    init(name: NonEmptyString) { self.name = name }
  }
}
