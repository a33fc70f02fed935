import Foundation
import StrataTestSupport
import Testing

/// The program `strata`, on model files in a folder of its own.
@Suite struct StrataCommand {
  let shell: AppShell

  init() throws {
    shell = try AppShell()
    let first = """
      <entity name="Book" representedClassName="Book">
        <attribute name="title" attributeType="String" defaultValueString="untitled"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32"/>
        <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
      </entity>
      <entity name="Shelf" representedClassName="Shelf">
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" \
      destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
      </entity>
      """
    let second = first.replacing(
      #"name="pages" optional="YES" attributeType="Integer 32""#,
      with: #"name="length" optional="YES" attributeType="Integer 32" elementID="pages""#)
    let third = second.replacing("Integer 32", with: "Double")
    for (name, entities) in [("Books", first), ("Books 2", second), ("Books 3", third)] {
      try write(entities, to: "Books.xcdatamodeld/\(name).xcdatamodel")
    }
    try shell.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>Books 2.xcdatamodel</string></dict></plist>
      """, to: "Books.xcdatamodeld/.xccurrentversion")
  }

  func write(_ entities: String, to name: String) throws {
    let folder = shell.folder.file(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try shell.write(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      \(entities)
      </model>
      """, to: "\(name)/contents")
  }

  private func run(_ arguments: String...) throws -> AppShell.Result { try run(arguments) }

  func run(_ arguments: [String], input: String = "") throws -> AppShell.Result {
    try RunningProgram(
      BuiltProgram.url("strata"), arguments, input: try shell.write(input, to: "nothing"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
  }

  @Test func showsModels() throws {
    let shown = try run("model", "show", "Books.xcdatamodeld", "--format", "csv")
    #expect(shown.status == 0 && shown.error == "")
    #expect(
      shown.output == """
        entity,property,type,optional,default,inverse,deletes,details
        Book,title,String,false,untitled,,,
        Book,length,Integer 32,true,,,,was pages
        Book,shelf,Shelf,true,,books,nullify,
        Shelf,books,[Book],true,,shelf,cascade,

        """)
    let first = try run(
      "model", "show", "Books.xcdatamodeld/", "--model-version", "Books", "--format", "json")
    #expect(first.lines[1].hasPrefix(#"{"entity":"Book","property":"pages""#))
  }

  @Test func drawsModels() throws {
    let text = try run("model", "show", "Books.xcdatamodeld", "--as", "mermaid")
    #expect(text.status == 0)
    #expect(text.output.hasSuffix("  Book \"*\" -- \"0..1\" Shelf : shelf / books\n"))
    let file = try run(
      "model", "show", "Books.xcdatamodeld", "--as", "svg", "--output", "books.svg")
    #expect(file == .init(status: 0, output: "", error: ""))
    #expect(try shell.read("books.svg").hasPrefix("<svg "))
    let again = try run(
      "model", "show", "Books.xcdatamodeld", "--as", "svg", "--output", "books.svg")
    #expect(again.status == 1 && again.error.contains("--force replaces it"))
  }

  @Test func goesThroughVersionsStageByStage() throws {
    let stages = try run("model", "diff", "Books.xcdatamodeld", "--format", "csv")
    #expect(stages.status == 1)
    #expect(
      stages.output == """
        stage,effect,place,change
        Books → Books 2,inferred,Book.length,"was called pages, as its renaming identifier says"
        Books 2 → Books 3,refused,Book.length,"was Integer 32 and is Double now; add an attribute of \
        another name, and fill it in a migration of your own"

        """)
    let two = try run(
      "model", "diff", "Books.xcdatamodeld", "Books.xcdatamodeld", "--old-version", "Books")
    #expect(two.status == 0)
    #expect(two.output.hasSuffix("Books → Books 2: a migration can be inferred\n"))
  }

  @Test func checksModels() throws {
    let sound = try run("model", "check", "Books.xcdatamodeld")
    #expect(sound == .init(status: 0, output: "nothing found in Books 2\n", error: ""))
    try write(
      """
      <entity name="Book"><attribute name="title" attributeType="String"/>
      <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Book"/></entity>
      """, to: "Bad.xcdatamodel")
    let bad = try run("model", "check", "Bad.xcdatamodel", "--cloudkit", "--format", "csv")
    #expect(bad.status == 1 && bad.error == "")
    #expect(bad.lines.count == 4)
    #expect(bad.lines[1].hasPrefix("warning,Book.title,"))
    #expect(bad.lines[2].hasSuffix(",missing-inverse"))
    #expect(bad.lines[3].hasSuffix(",cloudkit"))
  }

  @Test func convertsModels() throws {
    let source = try run(
      "model", "convert", "Books.xcdatamodeld", "--to", "model-source", "--import", "SwiftData")
    #expect(source.status == 0 && source.error == "")
    #expect(source.output.hasPrefix("import SwiftData\n\n@Model\nfinal class Book {\n"))
    #expect(source.output.contains("@Attribute(originalName: \"pages\") var length: Int32?"))
    let files = try run(
      "model", "convert", "Books.xcdatamodeld", "--to", "model-source", "--output", "Sources")
    #expect(files == .init(status: 0, output: "2 files in Sources\n", error: ""))
    #expect(try shell.read("Sources/Shelf.swift").hasPrefix("import Strata\n\n@Model\n"))
    let copy = try run(
      "model", "convert", "Books.xcdatamodeld", "--to", "xcdatamodel", "--output",
      "Copy.xcdatamodel")
    #expect(copy == .init(status: 0, output: "", error: ""))
    let same = try run("model", "diff", "Books.xcdatamodeld", "Copy.xcdatamodel")
    #expect(same.output == "Books 2 → Copy: a store stays as it is\n")
  }

  @Test func writesClassesLikeXcode() throws {
    let convert = ["model", "convert", "Books.xcdatamodeld", "--to"]
    let files = try run(convert + ["managed-source", "--like", "xcode", "--output", "Model"])
    #expect(files == .init(status: 0, output: "4 files in Model\n", error: ""))
    #expect(
      try shell.read("Model/Shelf+CoreDataProperties.swift").hasPrefix(
        """
        public import CoreData

        extension Shelf {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Shelf> {
            NSFetchRequest<Shelf>(entityName: "Shelf")
          }

          @Managed public var books: NSSet?
        }

        // MARK: Generated accessors for books
        extension Shelf {
        """))
    #expect(try shell.read("Model/Book+CoreDataProperties.swift").contains("length: NSNumber?"))
    #expect(try run(convert + ["model-source", "--like", "xcode"]).status == 2)
  }

  @Test func tellsWrongUsageFromWhatItFinds() throws {
    let alone = try run()
    let listed = try run("--help")
    #expect(alone == listed && alone.status == 0)
    #expect(try run("model", "shwo").error.contains("did you mean model show?"))
    #expect(try run("model", "shwo").status == 2)
    #expect(try run("model", "show").status == 2)
    #expect(try run("--odd").status == 2)
    #expect(try run("model", "show", "Books.xcdatamodeld", "--as", "gif").status == 2)
    #expect(try run("echo", "x").status == 2)
    let missing = try run("model", "show", "Nothing.xcdatamodeld")
    #expect(missing.status == 3 && missing.error.contains("hint: "))
    let version = try run("model", "show", "Books.xcdatamodeld", "--model-version", "Books 9")
    #expect(version.status == 3 && version.error.contains("choose one with --model-version"))
    try shell.write("no model", to: "text.xcdatamodel")
    #expect(try run("model", "check", "text.xcdatamodel").status == 3)
  }

  @Test func explainsItself() throws {
    let help = try run("--help")
    #expect(help.status == 0)
    for command in ["show", "check", "diff", "convert", "from-database"] {
      #expect(help.output.contains("strata model \(command)"))
      #expect(
        try run("model", command, "--help").output.hasPrefix("usage: strata model \(command) "))
    }
    #expect(try run("--version").output == "strata 0.2.0\n")
    let manual = try run("man").output
    #expect(manual.contains("model convert") && !manual.contains("SCRIPT"))
    let words = try run("complete", "words", "model", "")
    #expect(
      words.lines.map { $0.prefix { $0 != "\t" } } == [
        "check", "convert", "diff", "from-database", "show", "verify",
      ])
    let files = try run("complete", "words", "model", "show", "Bo")
    #expect(files.lines.first?.hasPrefix("Books.xcdatamodeld/") == true)
    #expect(try run("completion", "bash").output.contains("complete -F _strata strata"))
  }
}
