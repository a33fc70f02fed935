import SwiftData

enum Options {
  /// Keeps a text as its reversed UTF-8 bytes.
  final class Reversed: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { Data($0.utf8.reversed()) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
    }
  }

  @Model
  final class Attributes {
    @Attribute(.unique) var code: String
    @Attribute(.externalStorage) var picture: Data?
    @Attribute(.transformable(by: Reversed.self)) var secret: String
    @Attribute(.transformable(by: "Reversed")) var named: String?
    @Attribute(.ephemeral) var isSelected = false
    @Attribute(.preserveValueOnDeletion) var title: String = ""
    @Attribute(originalName: "label") var caption: String = ""
    @Attribute(hashModifier: "2") var modified: Int = 0
    @Attribute(.codable) var point: [Double] = []
    @Attribute(.unique, .preserveValueOnDeletion) var number: Int
    @Attribute(.spotlight) var searched: String = ""
    @Attribute(.allowsCloudEncryption) var encrypted: String = ""
    @Attribute var bare: Int = 1
    @Attribute(.externalStorage) @available(macOS 14, *) var between: Data = Data()

    init(code: String, number: Int, secret: String) {
      self.code = code
      self.number = number
      self.secret = secret
    }
  }
}
