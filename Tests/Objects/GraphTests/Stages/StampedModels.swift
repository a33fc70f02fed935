import Foundation
import Strata

/// A class whose saves set the times of its creation and of its last change.
@Model class StampedPage {
  #Unique<StampedPage>([\.number])
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  var number: Int
  var title = ""
  var views = 0
  @Attribute(.ephemeral) var zoom = 1
  var book: StampedBook?
  var tags: [StampedTag] = []

  init(_ number: Int, _ title: String = "") {
    self.number = number
    self.title = title
  }
}

@Model final class StampedCover: StampedPage {
  var color = 0
  override init(_ number: Int, _ title: String) { super.init(number, title) }
}

@Model final class StampedBook {
  @Attribute(.createdAt) var created: Date?
  @Attribute(.updatedAt) var updated: Date?
  var name: String
  @Relationship(inverse: \StampedPage.book) var pages: [StampedPage] = []

  init(_ name: String) { self.name = name }
}

@Model final class StampedTag {
  var name: String
  @Relationship(inverse: \StampedPage.tags) var pages: [StampedPage] = []

  init(_ name: String) { self.name = name }
}

/// A class without relationships, whose new objects can take the place of rows.
@Model final class StampedPrice {
  #Unique<StampedPrice>([\.article])
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  var article: String
  var amount: Int

  init(_ article: String, _ amount: Int) {
    self.article = article
    self.amount = amount
  }
}

/// A class that sets a property in each save by itself.
@Model final class StampedLog {
  @Attribute(.updatedAt) var updated: Date
  var text: String
  var saves = 0

  init(_ text: String) { self.text = text }
}

extension StampedLog: LifecycleModel {
  func willSave() { if hasChanges { saves += 1 } }
}
