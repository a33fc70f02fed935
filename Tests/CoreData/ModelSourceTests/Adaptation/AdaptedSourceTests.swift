import CoreData
import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataModelSource
import StrataTestSupport
import Testing

/// The adapted source of a program is compiled with these tests, and with Apple's interface.
@Suite struct AdaptedSources {
  private func adapt(_ texts: String...) -> SourceAdaptation { adapt(texts) }

  private func adapt(_ texts: [String]) -> SourceAdaptation {
    SourceAdaptation(
      texts.enumerated().map { .init(path: "\($0.offset).swift", text: $0.element) })
  }

  /// The texts after the adaptation.
  private func adapted(_ texts: String...) -> [String] { adapted(texts) }

  private func adapted(_ texts: [String]) -> [String] {
    let changed = Dictionary(
      uniqueKeysWithValues: adapt(texts).files.map { ($0.path, $0.text) })
    return texts.enumerated().map { changed["\($0.offset).swift"] ?? $0.element }
  }

  @Test func areWhatIsCompiledHere() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let texts = adapted(SourceProgram.classes, SourceProgram.hooks)
    for (name, text) in zip(["AdaptedClasses.swift", "AdaptedHooks.swift"], texts) {
      let url = folder.appendingPathComponent(name)
      if Recording.isOn {
        try Recording.write(text, to: url)
      } else {
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
      }
    }
  }

  @Test(.enabled(if: AppleInterface() != nil, "there is no compiler here"))
  func compileWithApplesInterface() throws {
    let interface = try #require(AppleInterface())
    let texts = adapted(SourceProgram.classes, SourceProgram.hooks)
    #expect(try interface.diagnostics(of: texts) == "")
    // The interface is one that sees what is wrong there.
    let plain = texts.map { $0.replacing("#if canImport(ObjectiveC)", with: "#if os(macOS)") }
    #expect(try interface.diagnostics(of: plain).contains("error: "))
  }

  @Test(.enabled(if: AppleInterface() != nil, "there is no compiler here"))
  func haveInitializersForApplesInterface() throws {
    let interface = try #require(AppleInterface())
    let text = adapted(Self.initializers)[0]
    // Required initializers of a superclass in the program are overridden without the word.
    #expect(try interface.diagnostics(of: [text]) == "")
  }

  @Test(.enabled(if: AppleInterface() != nil, "there is no compiler here"))
  func findComparisonsInTheModuleForApplesInterface() throws {
    let interface = try #require(AppleInterface())
    let texts = adapted(
      "import CoreData\nlet made: NSComparisonPredicate? = NSComparisonPredicate()\n")
    #expect(texts[0].contains("= CoreData.NSComparisonPredicate()"))
    #expect(try interface.diagnostics(of: texts) == "")
  }

  @Test(.enabled(if: AppleInterface() != nil, "there is no compiler here"))
  func nameKeyPathsForApplesInterface() throws {
    let interface = try #require(AppleInterface())
    let texts = adapted(
      "import CoreData\nlet name = (\\Array<Int>.count as AnyKeyPath)._kvcKeyPathString\n")
    #expect(texts[0].contains("AnyKeyPath).managedKeyPathString\n"))
    #expect(try interface.diagnostics(of: texts) == "")
  }

  @Test func changeNothingTheSecondTime() throws {
    for texts in [[SourceProgram.classes, SourceProgram.hooks], [Self.initializers]] {
      #expect(adapt(adapted(texts)).files.isEmpty)
    }
  }

  @Test func areManagedObjects() throws {
    func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
      .attribute(AttributeDescription(name: name, type: type, isOptional: true))
    }
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        name: "Branch", managedObjectClassName: "Branch",
        properties: [
          attribute("name", .string), attribute("nick", .string), attribute("length", .double),
          attribute("price", .decimal), attribute("count", .integer64),
          .relationship(
            RelationshipDescription(
              name: "tree", destination: "Branch", inverse: "leaves", maxCount: 1)),
          .relationship(
            RelationshipDescription(
              name: "leaves", destination: "Branch", inverse: "tree", maxCount: 0)),
          .relationship(
            RelationshipDescription(
              name: "twigs", destination: "Branch", maxCount: 0, isOrdered: true)),
        ])
    ])
    let coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: model, classes: [Branch.self])
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    func make() throws -> Branch {
      try #require(
        NSEntityDescription.insertNewObject(forEntityName: "Branch", into: context) as? Branch)
    }
    let tree = try make()
    let branches = try (0..<3).map { _ in try make() }
    #expect(tree.grown == 1)
    tree.price = NSDecimalNumber(string: "1.5")
    tree.count = 3
    #expect(tree.price == NSDecimalNumber(string: "1.5") && tree.count == 3)
    tree.setValue("Ash", forKey: "nick")
    #expect(tree.nick == "Ash")
    #expect(tree.leaves == NSSet())
    tree.leaves = NSSet(object: branches[0])
    tree.addToLeaves(NSSet(object: branches[1]))
    tree.addToLeaves(branches[2])
    tree.removeFromLeaves(branches[1])
    #expect(tree.leaves == NSSet(array: [branches[0], branches[2]]))
    #expect(branches[0].tree === tree && branches[1].tree == nil)
    tree.addToTwigs(NSOrderedSet(array: [branches[0], branches[1]]))
    tree.insertIntoTwigs(branches[2], at: 0)
    tree.removeFromTwigs(at: 1)
    #expect(tree.twigs == NSOrderedSet(array: [branches[2], branches[1]]))
    tree.replaceTwigs(at: 0, with: branches[0])
    #expect(tree.twigs?.firstObject as? Branch === branches[0])
    #expect(Branch.format == "tree.name == #keyPath(Branch.name)" && Branch.nameKey == "name")
    try context.save()
  }

  private static let initializers = """
    import CoreData

    public class Tree: NSManagedObject {
      private override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
      }
    }

    class Oak: Tree {
      override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
      }
    }

    class Elm: NSManagedObject {
      var height = 1
      init(height: Int, entity: NSEntityDescription) {
        super.init(entity: entity, insertInto: nil)
        self.height = height
      }
    }

    class Ash: NSManagedObject {
      convenience init(entity: NSEntityDescription) { self.init(entity: entity, insertInto: nil) }
    }

    """

  @Test func haveTheRequiredInitializer() throws {
    let text = adapted(Self.initializers)[0]
    let parameters =
      "(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {\n"
    #expect(
      text.contains("class Tree: NSManagedObject {\n  public required override init\(parameters)"))
    #expect(text.contains("class Oak: Tree {\n  required init\(parameters)"))
    #expect(
      text.contains(
        "\n\n  required override init\(parameters)    super.init(entity: entity, insertInto: context)\n  }\n}\n\nclass Ash"
      ))
    #expect(text.hasSuffix("class Ash" + Self.initializers.components(separatedBy: "class Ash")[1]))
  }

  @Test func leaveAnInitializerThatCannotBeWrittenToTheDeveloper() throws {
    let adaptation = adapt(
      """
      import CoreData
      class Fir: NSManagedObject {
        let height: Int
        init(height: Int) { self.height = height }
      }
      """)
    #expect(adaptation.files.isEmpty)
    #expect(
      adaptation.notes.map(\.description) == [
        "0.swift:3:7: Fir needs required override init(entity:insertInto:), which can't give a value to "
          + "height; give it an initial value, or write the initializer"
      ])
  }

  @Test func keepStringsCommentsAndBlocksForApple() throws {
    let text = #"""
      import CoreData
      // @NSManaged var a: Int, #keyPath(Item.name)
      /* @objc /* @objc */ */
      let text = "@objc #keyPath(Item.a)", raw = #"\(#keyPath(Item.b))"#
      let long = """
        @objc class A {}
        """
      #if canImport(ObjectiveC) || os(macOS)
      @objc class B: NSManagedObject { @NSManaged var b: Int }
      #endif
      #if !(os(Linux) && canImport(Foundation))
      let path = #keyPath(Item.c)
      #endif

      """#
    #expect(adapt(text).files.isEmpty)
  }

  @Test(arguments: [
    ("\"\\(#keyPath(Item.name)) == %@\"", "\"\\(\"name\") == %@\""),
    ("#keyPath(name)", "\"name\""), ("#keyPath(App.Item.owner.name)", "\"owner.name\""),
    ("#keyPath(Item.URL)", "\"URL\""), ("#keyPath( Item . `class` )", "\"class\""),
    (##"#"\#(#keyPath(Item.a))"#"##, ##"#"\#("a")"#"##),
  ])
  func haveKeyPathsAsTexts(old: String, new: String) throws {
    #expect(adapted("let path = \(old)\n") == ["let path = \(new)\n"])
  }

  @Test(arguments: [
    (
      "import CoreData\nlet a: NSComparisonPredicate.Options = []\n",
      "import CoreData\nlet a: CoreData.NSComparisonPredicate.Options = []\n"
    ),
    (
      "import Foundation\nlet a: NSComparisonPredicate?\n",
      "import CoreData\nimport Foundation\nlet a: CoreData.NSComparisonPredicate?\n"
    ),
    (
      "import CoreData\nlet e: NSExpression = NSExpression(forConstantValue: 1)\n",
      "import CoreData\nlet e: CoreData.NSExpression = CoreData.NSExpression(forConstantValue: 1)\n"
    ),
  ])
  func nameTheModuleOfComparisons(old: String, new: String) throws {
    #expect(adapted(old) == [new])
    #expect(adapted(new) == [new])
  }

  @Test func haveCastsOfRequestsThatAreTrue() {
    let text = """
      import CoreData
      let a = Trip.fetchRequest() as! NSFetchRequest<Trip>
      let b = request as? NSFetchRequest<any NSFetchRequestResult>
      if let c = try? make(1) as! NSFetchRequest<Box<Trip>> {}
      let d = request as NSFetchRequest<Trip>

      """
    let new = """
      import CoreData
      let a = Trip.fetchRequest().casting(to: NSFetchRequest<Trip>.self)
      let b = request.casting(to: NSFetchRequest<any NSFetchRequestResult>.self) as NSFetchRequest<any \
      NSFetchRequestResult>?
      if let c = try? make(1).casting(to: NSFetchRequest<Box<Trip>>.self) {}
      let d = request as NSFetchRequest<Trip>

      #if canImport(ObjectiveC)
        fileprivate extension NSPersistentStoreRequest {
          func casting<Result: NSFetchRequestResult>(
            to type: NSFetchRequest<Result>.Type
          ) -> NSFetchRequest<Result> { self as! NSFetchRequest<Result> }
        }
      #endif

      """
    #expect(adapted(text) == [new])
    #expect(adapted(new) == [new])
  }

  @Test func haveViewsOfRelationshipsForCastsToMutableSets() {
    let text = """
      import CoreData
      let a = trip.value(forKey: "stops") as? NSMutableSet
      let b = primitiveValue(forKey: name(of: relationship)) as! NSMutableOrderedSet
      let c = trip.stops as? NSMutableSet

      """
    let new = """
      import CoreData
      let a = trip.mutableSet(forKey: "stops")
      let b = mutableOrderedSet(forKey: name(of: relationship))!
      let c = trip.stops as? NSMutableSet

      #if canImport(ObjectiveC)
        fileprivate extension NSManagedObject {
          func mutableSet(forKey key: String) -> NSMutableSet? {
            value(forKey: key) as? NSMutableSet
          }
          func mutableSet(forKeyPath path: String) -> NSMutableSet? {
            value(forKeyPath: path) as? NSMutableSet
          }
        }
      #endif

      #if canImport(ObjectiveC)
        fileprivate extension NSManagedObject {
          func mutableOrderedSet(forKey key: String) -> NSMutableOrderedSet? {
            value(forKey: key) as? NSMutableOrderedSet
          }
          func mutableOrderedSet(forKeyPath path: String) -> NSMutableOrderedSet? {
            value(forKeyPath: path) as? NSMutableOrderedSet
          }
        }
      #endif

      """
    #expect(adapted(text) == [new])
    #expect(adapted(new) == [new])
  }

  @Test func importCoreData() throws {
    let item = "class Item: NSManagedObject {}\n"
    let header = "// Made by a tool.\nimport Foundation\n\n"
    let texts = adapted(
      "import CoreData\n" + item, header + "extension Item { @NSManaged var a: Int }")
    #expect(
      texts[1].hasPrefix("// Made by a tool.\nimport CoreData\nimport Foundation\n\nextension"))
    let bare = adapted("// A\n" + item + "extension Item { @NSManaged var a: Int }")
    #expect(bare[0].hasPrefix("// A\nimport CoreData\nclass Item"))
  }

  @Test(arguments: [
    ("import XCTest\nlet a: NSManagedObjectContext?\n", "import CoreData\n"),
    ("#if os(macOS)\nimport CoreData\n#endif\nlet a: NSFetchRequest<Item>?\n", "import CoreData\n"),
    ("#if DEBUG\nimport Kit\n#endif\nlet a: NSFetchRequest<Item>?\n", "import CoreData\n"),
    ("import XCTest\nlet a: NSManagedObjectContextual?, b = \"NSFetchRequest\"\n", ""),
    ("import UIKit\nlet a: NSManagedObjectContext?\n", ""),
    ("let a = Kit.NSManagedObject.self\n", ""),
    ("struct ValueTransformer<A> {}\nlet a: ValueTransformer<Int>?\n", ""),
    ("final class URLSession {}\nlet a: URLSession?, b: XMLElement?\n", ""),
    ("import Foundation\nlet a = NSPredicate(format: \"a == 1\")\n", "import CoreData\n"),
    (
      "import Foundation\nlet a = NSSortDescriptor(key: \"a\", ascending: true)\n",
      "import CoreData\n"
    ),
    (
      "import Foundation\nlet a = NSPredicate(value: true), b = NSSortDescriptor(keyPath: \\A.b)\n",
      ""
    ),
    ("import Foundation\nlet a: NSValueTransformerName? = nil\n", "import CoreData\n"),
  ])
  func importCoreDataWhereOnlyAppleExportsIt(text: String, added: String) throws {
    let adaptation = adapt(text)
    #expect(adaptation.files.map(\.text) == (added.isEmpty ? [] : [added + text]))
    #expect(adaptation.files.allSatisfy { $0.changeCount == 1 })
  }

  @Test(arguments: [
    ("URLSession.shared", "FoundationNetworking"), ("XMLParser(data: d)", "FoundationXML"),
  ])
  func importTheModulesOfFoundation(text: String, module: String) throws {
    let source = "import CoreData\nlet a = \(text)\n"
    let adapted = adapted(source)
    #expect(
      adapted == ["#if canImport(\(module))\n  import \(module)\n#endif\n" + source])
    #expect(adapt(adapted).files.isEmpty)
    #expect(adapt("import UIKit\nlet a = \(text)\n").files.isEmpty)
  }

  @Test func knowTheTypesThatTheProductHas() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Modules/CoreData/CoreData")
    var names: Set<String> = []
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(
        of: /public (?:typealias|(?:final )?class|open class|protocol|enum|struct) (NS\w+)/)
      {
        names.insert(String(match.1))
      }
      // The module exports the others by name.
      for match in text.matches(of: /public import \w+ StrataManagedObjects\.(NS\w+)/) {
        names.insert(String(match.1))
      }
    }
    #expect(names.count > 60)
    for name in names.subtracting(["NSComparisonPredicate", "NSExpression"]).sorted() {
      let adaptation = adapt("import XCTest\nlet a: \(name)?\n")
      #expect(adaptation.files.count == 1, "\(name)")
    }
  }

  @Test(arguments: ["\n", ""])
  func nameKeyPathsWithoutObjectiveC(end: String) throws {
    let text =
      "import CoreData\nextension PartialKeyPath { var name: String { _kvcKeyPathString ?? \"\" } }\n"
      + "let a = \\Item.b._kvcKeyPathString\(end)"
    let adapted = adapted(text)
    #expect(
      adapted == [
        text.replacing("_kvcKeyPathString", with: "managedKeyPathString")
          + (end.isEmpty ? "\n\n" : "\n")
            + """
            #if canImport(ObjectiveC)
              fileprivate extension AnyKeyPath {
                var managedKeyPathString: String? { _kvcKeyPathString }
              }
            #endif

            """
      ])
    #expect(adapt(text).files.first?.changeCount == 2)
    #expect(adapt(adapted).files.isEmpty)
    // A further one uses the same declaration.
    let further = adapted[0].replacing(
      "let a =", with: "let b = \\Item.c._kvcKeyPathString\nlet a =")
    #expect(
      self.adapted(further) == [
        further.replacing("c._kvcKeyPathString", with: "c.managedKeyPathString")
      ])
  }

  @Test(arguments: [
    ("import CoreData.NSFetchRequest\nlet a = 1\n", "import CoreData\nlet a = 1\n"),
    ("import Foundation.NSURL.More", "import Foundation"),
  ])
  func importModulesInsteadOfHeaders(old: String, new: String) throws {
    #expect(adapted(old) == [new])
    let kept = "import struct Foundation.Date\nimport class CoreData.NSManagedObject\n"
    #expect(adapted(kept) == [kept])
  }

  @Test func keepTheLinesAndTheIndentOfTheFile() throws {
    let text =
      "import CoreData\r\nclass A: NSManagedObject {\r\n\t@objc\r\n\t@NSManaged var a: Int // a\r\n}\r\n"
    #expect(
      adapted(text) == [
        "import CoreData\r\nclass A: NSManagedObject {\r\n\t#if canImport(ObjectiveC)\r\n\t@objc @NSManaged\r\n\t#else\r\n"
          + "\t@Managed\r\n\t#endif\r\n\tvar a: Int // a\r\n}\r\n"
      ])
  }

  @Test func adaptOnlyManagedObjectsAndKeyPathsInFilesForApple() throws {
    let text = """
      import UIKit
      import CoreData

      class Controller: UIViewController { @objc func tap() { go(#selector(tap), #keyPath(Item.a)) } }
      class Item: NSManagedObject { func path() -> String { #keyPath(Item.a) } }

      """
    let adaptation = adapt(text)
    #expect(
      adaptation.files.map(\.text) == [
        text.replacing("#keyPath(Item.a)", with: "\"a\"")
      ])
    #expect(
      adaptation.notes.map(\.description) == [
        "0.swift:1:1: needs Apple's platforms: it imports UIKit"
      ])
  }

  @Test(arguments: [
    ("let s = #selector(A.a)", "1:9: #selector needs Objective-C"),
    (
      "extension UserDefaults { @NSManaged var a: Int }",
      "1:26: UserDefaults is no managed object class of these sources"
    ),
    ("class A: NSManagedObject { @NSManaged var a, b: Int }", "1:28: @Managed needs each property"),
    (
      "class A: NSManagedObject { @NSManaged func run(_ a: Int) }",
      "1:28: run is none of the methods that Core Data has"
    ),
    (
      "func f() { class A: NSManagedObject { @NSManaged var a: Int } }", "1:39: @NSManaged can't be"
    ),
    ("extension B { override func willSave() {} }", "1:24: Linux can't override in an extension"),
    (
      "class A {}\n#if DEBUG\nextension A { override func willSave() {} }\n#endif",
      "3:24: Linux can't override in an extension; move it into the class A: it is in an #if"
    ),
    ("class A {\n#if DEBUG\n@objc\n#endif\nvar a = 1\n}", "3:1: @objc depends on a condition"),
    ("@available(*, unavailable) protocol P { optional func f() }", "1:50: only a protocol of Obj"),
  ])
  func sayWhatIsLeft(text: String, note: String) throws {
    let adaptation = adapt(text)
    #expect(adaptation.files.allSatisfy { $0.text == "import CoreData\n" + text })
    #expect(adaptation.notes.count == 1)
    #expect(adaptation.notes.first?.description.hasPrefix("0.swift:\(note)") == true)
  }

  @Test func keepAnOverrideThatItsClassCannotHave() throws {
    let item = "import CoreData\nclass Item: NSManagedObject {}\n"
    let hidden =
      "import CoreData\nprivate let a = 1\nextension Item { override func willSave() { _ = a } }\n"
    let other = "import CoreData\nimport Kit\nextension Item { override func willSave() {} }\n"
    #expect(
      adapt(item, hidden).notes.first?.text.hasSuffix("can't use a, which is private here")
        == true)
    #expect(adapt(item, other).notes.first?.text.hasSuffix("doesn't import Kit") == true)
  }

  @Test func moveOverridesIntoAClassWithoutBody() throws {
    let texts = adapted(
      "import CoreData\nclass Item: NSManagedObject {}\n",
      "public extension Item {\n  override func willSave() { print(#keyPath(Item.a)) }\n}\n")
    #expect(
      texts == [
        "import CoreData\nclass Item: NSManagedObject {\n  public override func willSave() { print(\"a\") }\n}\n",
        "public extension Item {\n}\n",
      ])
  }

  @Test func moveWhatSubclassesOverride() throws {
    let texts = adapted(
      """
      import CoreData
      class Item: NSManagedObject {
      }
      extension Item {
        @objc func update(by count: Int) {}
        func update(to count: Int) {}
        @objc var title: String { "" }
      }

      """,
      """
      class Special: Item {
        override func update(by count: Int) {}
        override var title: String { "special" }
      }
      """)
    #expect(
      texts[0] == """
        import CoreData
        class Item: NSManagedObject {
          #if canImport(ObjectiveC)
          @objc
          #endif
          func update(by count: Int) {}

          #if canImport(ObjectiveC)
          @objc
          #endif
          var title: String { "" }
        }
        extension Item {
          func update(to count: Int) {}
        }

        """)
  }

  @Test func namesAllFilesThatCannotBeReadAndAdaptsTheOthers() {
    let adaptation = adapt(
      "class A {", "import CoreData\nclass B: NSManagedObject { @NSManaged var n: Int64 }",
      "let b = \"")
    #expect(
      adaptation.unreadFiles.map { "\($0)".prefix(11) } == ["0.swift:1:1", "2.swift:1:9"])
    #expect(adaptation.files.map(\.path) == ["1.swift"])
  }
}
