import StrataDescriptions
public import Foundation

/// Creates a document from a file's elements.
struct ModelReader {
  let path: String
  var document = ModelDocument(model: ManagedObjectModel())
  var warnings: [ModelFileWarning] = []
  /// The lines of composites, by name.
  var compositeLines: [String: Int] = [:]
  /// The values of `inverseEntity` that differ from the destination.
  var inverseEntities: [InverseEntity] = []

  /// A relationship whose inverse another entity than its destination declares, according to the
  /// file.
  struct InverseEntity {
    var name: String
    var destination: String
    var line: Int
  }

  init(path: String) { self.path = path }

  func error(_ element: ModelElement, _ reason: String) -> ModelFileError {
    .invalid(path: path, line: element.line, reason: reason)
  }

  mutating func warn(_ element: ModelElement, _ message: String) {
    warnings.append(ModelFileWarning(line: element.line, message: message))
  }

  /// The name of an element, which is required.
  func name(of element: ModelElement) throws(ModelFileError) -> String {
    guard let name = element["name"], !name.isEmpty else {
      throw error(element, "the \(element.name) has no name; give it one")
    }
    return name
  }

  /// The value of an attribute, or nil if it is missing or empty.
  func text(_ element: ModelElement, _ name: String) -> String? {
    element[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func flag(_ element: ModelElement, _ name: String, default value: Bool = false) -> Bool {
    switch element[name] {
    case nil, "": return value
    case "YES", "1", "true", "TRUE", "yes": return true
    case "NO", "0", "false", "FALSE", "no": return false
    case .some(let text):
      warn(element, "\(name) is “\(text)”, which is neither YES nor NO and counts as NO")
      return false
    }
  }

  /// A nonnegative number, or 0 if the attribute is missing.
  func number(_ element: ModelElement, _ name: String) throws(ModelFileError) -> Int {
    guard let text = text(element, name) else { return 0 }
    guard let number = NumberText.integer(text).flatMap(Int.init(exactly:)), number >= 0 else {
      throw error(element, "\(name) is “\(text)”, which isn't a number from 0 on")
    }
    return number
  }

  /// The children of given kinds. Warns of others.
  mutating func children(of element: ModelElement, _ kinds: ElementKind...) -> [(
    ElementKind, ModelElement
  )] {
    var found: [(ElementKind, ModelElement)] = []
    found.reserveCapacity(element.children.count)
    for child in element.children {
      if let kind = ElementKind(rawValue: child.name), kinds.contains(kind) {
        found.append((kind, child))
      } else {
        warn(child, "the element “\(child.name)” in “\(element.name)” isn't known and is left out")
      }
    }
    return found
  }

  /// Records values that the current editor would write differently, and warns of unknown
  /// attributes.
  mutating func compare(
    _ element: ModelElement, _ kind: ElementKind, at place: ElementPlace, with usual: FileAttributes
  ) {
    guard element.attributes != usual.texts else { return }
    var spellings: [String: Spelling] = [:]
    for (name, text) in usual.texts where element[name] != text {
      spellings[name] = Spelling(usual: text, written: element[name])
    }
    for (name, text) in element.attributes.sorted(by: { $0.key < $1.key }) where usual[name] == nil
    {
      spellings[name] = Spelling(usual: nil, written: text)
      if !kind.attributeNames.contains(name) {
        warn(element, "the attribute “\(name)” of “\(element.name)” isn't known")
      }
    }
    document.spellings[place] = spellings
  }

  /// Warns of unknown attributes of an element whose spelling isn't preserved.
  mutating func checkNames(of element: ModelElement, _ kind: ElementKind) {
    for name in element.attributes.keys.sorted() where !kind.attributeNames.contains(name) {
      warn(element, "the attribute “\(name)” of “\(element.name)” isn't known and is left out")
    }
  }

  /// Throws if a name occurs twice.
  func insert(
    _ name: String, into names: inout Set<String>, _ element: ModelElement, in place: String
  )
    throws(ModelFileError)
  {
    guard names.insert(name).inserted else {
      throw error(
        element, "\(place) has another \(element.name) “\(name)”; give one of them another name")
    }
  }
}

extension ModelDocument {
  /// Reads the text of a model file, the `contents` of an `.xcdatamodel` folder.
  ///
  /// It reads every file that Xcode compiles. Unknown elements and attributes result in
  /// ``warnings``, as do unusual values:
  ///
  /// - A flag other than `YES` and `NO` counts as `NO`.
  /// - A default or limit that isn't of the attribute's type, or out of its range, is left out of
  ///   the model but written again.
  /// - `YES` and `NO` are 1 and 0 for an integer, since the editor doesn't convert them when a type
  ///   is changed.
  ///
  /// - Parameters:
  ///   - contents: The file's text in UTF-8, without declarations of document types or entities.
  ///   - path: The file's name in errors.
  /// - Throws: ``ModelFileError`` with the line if the text isn't a model, is damaged, or lacks
  ///   something essential: names, known types, valid numbers, and unique names of entities and
  ///   properties.
  /// - Complexity: O(size of the text), which is limited to 8 MB and 200,000 elements.
  public init(contents: Data, path: String = "contents") throws(ModelFileError) {
    let root = try ElementParser.root(of: ModelText(contents, path: path), path: path)
    guard root.name == ElementKind.model.rawValue else {
      throw .notAModel(path: path, reason: "its element is “\(root.name)”, not “model”")
    }
    var reader = ModelReader(path: path)
    try reader.read(root)
    self = reader.document
    warnings = reader.warnings.sorted { $0.line < $1.line }
    endsWithNewline = contents.last == UInt8(ascii: "\n")
  }
}
