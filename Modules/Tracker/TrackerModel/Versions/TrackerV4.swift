import Foundation
import Strata
import StrataDomain

/// The models before items had names of two values.
enum TrackerV4: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(4, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self, RunningTimer.self]
  }

  @Model final class Item: TemporalModel {
    @Attribute(.unique) var name: ItemName
    @Attribute(.unique) var uid: UUID
    var createTimestamp: Date
    var kind: ItemDataContent.Kind
    var unit: String?
    var measure: ItemMeasure?
    var memo: String?
    @Relationship(deleteRule: .cascade, inverse: \ItemOption.item) var options: [ItemOption] = []
    @Relationship(inverse: \Tag.items) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \ItemData.item) var data: [ItemData] = []
    @Relationship(deleteRule: .cascade, inverse: \RunningTimer.item) var timer: RunningTimer?

    init(name: ItemName, kind: ItemDataContent.Kind, uid: UUID = UUID()) {
      self.name = name
      self.uid = uid
      createTimestamp = .now
      self.kind = kind
    }
  }

  @Model final class ItemOption: TemporalModel {
    @Attribute(.unique) var uid: UUID
    var number: Int
    var label: NonEmptyString
    var isRetired = false
    var item: Item?

    init(number: Int, label: NonEmptyString, uid: UUID = UUID()) {
      self.uid = uid
      self.number = number
      self.label = label
    }
  }

  @Model final class ItemData: TemporalModel {
    #Index<ItemData>(
      [\.item, \.dataContent.startDate, \.dataContent.value1, \.dataContent.value2],
      [\.dataContent.startDate], [\.dataContent.value1], [\.item, \.dataContent.value1])

    var createTimestamp: Date
    @Attribute(.unique) var uid: UUID
    var dataContent: SevenKindContent
    var selection: OptionSelection = OptionSelection()
    @Relationship(deleteRule: .cascade, inverse: \Memo.data) var memo: Memo?
    var item: Item?

    init(dataContent: SevenKindContent, uid: UUID = UUID()) {
      createTimestamp = .now
      self.uid = uid
      self.dataContent = dataContent
    }
  }

  @Model final class Memo: TemporalModel {
    var text: String
    var data: ItemData?

    init(text: String) { self.text = text }
  }

  @Model final class Tag: TemporalModel {
    @Attribute(.unique) var name: NonEmptyString
    var items: [Item] = []

    init(name: NonEmptyString) { self.name = name }
  }

  @Model final class RunningTimer: TemporalModel {
    var startDate: Date
    var optionID: UUID?
    var item: Item?

    init(startDate: Date, optionID: UUID? = nil) {
      self.startDate = startDate
      self.optionID = optionID
    }
  }
}
