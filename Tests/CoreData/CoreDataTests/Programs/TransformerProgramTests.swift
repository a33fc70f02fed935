import CoreData
import StrataTestSupport
import Testing

/// A color, which a program archives itself.
private final class Color: NSObject {
  let red: Double
  init(red: Double) { self.red = red }
}

private final class ColorTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSData.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Color).map { Data("\($0.red)".utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { Double(String(decoding: $0, as: UTF8.self)) }.map(Color.init(red:))
  }
}

final class TransformedPoint: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let x: Int
  init(x: Int) { self.x = x }
  required init?(coder: NSCoder) { x = coder.decodeInteger(forKey: "x") }
  func encode(with coder: NSCoder) { coder.encode(x, forKey: "x") }
}

private final class PointTransformer: NSSecureUnarchiveFromDataTransformer {
  override static var allowedTopLevelClasses: [AnyClass] { [TransformedPoint.self] }
}

final class Palette: NSManagedObject {
  @Managed var tags: [String]?
  @Managed var sizes: NSDictionary?
}

/// Transformable attributes in programs of Core Data.
@Suite struct TransformerPrograms {
  private static let names = (
    color: NSValueTransformerName("ColorTransformer"),
    point: NSValueTransformerName(rawValue: "PointTransformer")
  )

  private func context(at url: URL? = nil) throws -> NSManagedObjectContext {
    ValueTransformer.setValueTransformer(ColorTransformer(), forName: Self.names.color)
    ValueTransformer.setValueTransformer(PointTransformer(), forName: Self.names.point)
    let entity = NSEntityDescription()
    entity.name = "Palette"
    entity.managedObjectClassName = "Palette"
    let transformers: KeyValuePairs<String, String?> = [
      "tags": nil, "sizes": "NSSecureUnarchiveFromData", "color": "ColorTransformer",
      "point": "PointTransformer", "other": "NobodysTransformer",
    ]
    entity.properties = transformers.map { name, transformer in
      let attribute = Library.attribute(name, .transformableAttributeType)
      attribute.valueTransformerName = transformer
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: url == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func only(_ context: NSManagedObjectContext) throws -> Palette {
    try #require(try context.fetch(NSFetchRequest<Palette>(entityName: "Palette")).first)
  }

  @Test func archiveCollectionsWithoutATransformersName() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Palettes.sqlite")
    let first = try context(at: url)
    let palette = Palette(context: first)
    palette.tags = ["warm", "dark"]
    palette.sizes = ["width": 3, "dates": [Date(timeIntervalSinceReferenceDate: 5)]]
    try first.save()
    let second = try context(at: url)
    let read = try only(second)
    #expect(read.tags == ["warm", "dark"])
    #expect(read.value(forKey: "tags") as? [String] == ["warm", "dark"])
    #expect(read.value(forKey: "tags") as? NSArray == ["warm", "dark"])
    #expect(read.sizes?["width"] as? Int == 3)
    #expect(read.sizes?["dates"] as? [Date] == [Date(timeIntervalSinceReferenceDate: 5)])
    read.tags = nil
    try second.save()
    second.reset()
    #expect(try only(second).tags == nil)
  }

  @Test func archiveFoundationsValues() throws {
    let context = try context()
    let palette = Palette(context: context)
    let values: [Any] = [
      1, "a", 2.5, true, Date(timeIntervalSinceReferenceDate: 9), Data([1]), UUID(),
      ["a": [1, 2]], ["x", ["y": Data([0])]] as [Any], NSDecimalNumber(string: "1.25"),
      Set(["b", "c"]), [Int](), NSArray(array: [1]), NSSet(array: ["b"]), NSNumber(value: 1.5),
      Decimal(string: "-123456789012345678901234567890.12345678") ?? 0, UInt64.max, Int64.min, -3,
      URL(string: "https://example.org/a?b#c") as Any, ["é": "ü😀"],
      Array(repeating: "a", count: 40_000),
    ]
    for value in values {
      palette.setValue(value, forKey: "tags")
      try context.save()
      context.refresh(palette, mergeChanges: false)
      let read = try #require(palette.value(forKey: "tags"), "\(value)")
      #expect(NSArray(object: read) == NSArray(object: value), "\(read) \(value)")
    }
  }

  @Test func archiveNullAmongOthers() throws {
    let context = try context()
    let palette = Palette(context: context)
    palette.setValue([1, NSNull()] as [Any], forKey: "tags")
    try context.save()
    context.refresh(palette, mergeChanges: false)
    let read = palette.value(forKey: "tags") as? [Any]
    #expect(read?.first as? Int == 1 && read?.last is NSNull && read?.count == 2)
  }

  @Test func useTransformersByName() throws {
    let context = try context()
    let palette = Palette(context: context)
    palette.setValue(Color(red: 0.5), forKey: "color")
    palette.setValue(TransformedPoint(x: 4), forKey: "point")
    try context.save()
    context.reset()
    let read = try only(context)
    #expect((read.value(forKey: "color") as? Color)?.red == 0.5)
    #expect((read.value(forKey: "point") as? TransformedPoint)?.x == 4)
  }

  @Test func refuseWhatTheirTransformerMakesNoDataOf() throws {
    let context = try context()
    let palette = Palette(context: context)
    for (key, value) in [
      ("color", "red" as Any), ("tags", Color(red: 1)), ("point", Color(red: 1)),
      ("tags", [Color(red: 1)]), ("other", "text"),
    ] {
      palette.setValue(value, forKey: key)
      let error = #expect(throws: (any Error).self, "\(key)") { try context.save() }
      #expect("\(error.map { "\($0)" } ?? "")".contains(": Palette.\(key) can't be set: "))
      #expect(palette.value(forKey: key) == nil)
    }
    try context.save()
  }

  @Test func refuseWhatCouldNotBeReadAgain() throws {
    let context = try context()
    let palette = Palette(context: context)
    let deep = (0..<200).reduce([1] as [Any]) { value, _ in [value] }
    for value in [
      Set([[1, 2]]), [[1]: 2] as [AnyHashable: Any], deep,
      Array(repeating: 1, count: 2_000_001),
    ] as [Any] {
      palette.setValue(value, forKey: "tags")
      #expect(throws: (any Error).self) { try context.save() }
    }
    let nested = (0..<120).reduce([1] as [Any]) { value, _ in [value] }
    palette.setValue(nested, forKey: "tags")
    palette.setValue(["a", "$null"], forKey: "sizes")
    try context.save()
    context.refresh(palette, mergeChanges: false)
    #expect("\(palette.value(forKey: "tags") ?? "")" == "\(nested)")
    #expect(palette.value(forKey: "sizes") as? [String] == ["a", "$null"])
  }

  @Test func haveTransformedDefaults() throws {
    let entity = NSEntityDescription()
    entity.name = "Plain"
    let tags = Library.attribute("tags", .transformableAttributeType)
    tags.defaultValue = ["new"]
    entity.properties = [tags]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    context.persistentStoreCoordinator = coordinator
    let object = NSManagedObject(entity: entity, insertInto: context)
    #expect(object.value(forKey: "tags") as? [String] == ["new"])
    try context.save()
  }

  @Test func sayThatATransformerIsMissing() throws {
    let context = try context()
    let palette = Palette(context: context)
    palette.setValue("text", forKey: "other")
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect(
      "\(error.map { "\($0)" } ?? "")".hasSuffix(
        "Palette.other can't be set: no value transformer is registered as NobodysTransformer; register it "
          + "with ValueTransformer.setValueTransformer(_:forName:)"))
  }

  @Test func registerTransformers() {
    let name = NSValueTransformerName("TransformerPrograms")
    #expect(ValueTransformer(forName: name) == nil)
    let transformer = ColorTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
    #expect(ValueTransformer(forName: name) === transformer)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
    #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) != nil)
    #expect(ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName) != nil)
  }
}
