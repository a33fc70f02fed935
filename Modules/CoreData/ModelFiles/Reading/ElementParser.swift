import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Parses a file's text into a tree of elements, without comments and the text between elements.
///
/// Foundation's parser continues after an error. Anything after the first error is ignored.
final class ElementParser: NSObject, XMLParserDelegate {
  /// The greatest depth of nested elements. Models have six at most.
  static let maximumDepth = 32
  /// The greatest number of elements in a file.
  static let maximumCount = 200_000

  private let path: String
  private var root: ModelElement?
  private var open: [ModelElement] = []
  private var count = 0
  private var failure: ModelFileError?

  private init(path: String) { self.path = path }

  /// Parses a file.
  static func root(of text: ModelText, path: String) throws(ModelFileError) -> ModelElement {
    let parser = XMLParser(data: text.data)
    parser.shouldProcessNamespaces = false
    parser.externalEntityResolvingPolicy = .never
    let delegate = ElementParser(path: path)
    parser.delegate = delegate
    let succeeded = parser.parse()
    if let failure = delegate.failure { throw failure }
    guard succeeded, delegate.open.isEmpty, let root = delegate.root else {
      throw .notAModel(path: path, reason: "it isn't complete XML")
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard failure == nil else { return }
    count += 1
    guard count <= Self.maximumCount else {
      return stop(parser, "the file has more than \(Self.maximumCount) elements")
    }
    guard open.count < Self.maximumDepth else {
      return stop(parser, "elements are nested more than \(Self.maximumDepth) deep")
    }
    let element = ModelElement(name: name, attributes: attributes, line: parser.lineNumber)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if failure == nil { _ = open.popLast() }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    stop(parser, Self.words(for: error as NSError))
  }

  private func stop(_ parser: XMLParser, _ reason: String) {
    guard failure == nil else { return }
    failure = .invalid(path: path, line: max(parser.lineNumber, 1), reason: reason)
    parser.abortParsing()
  }

  /// On Linux, Foundation passes on only the number of libxml2's error.
  private static func words(for error: NSError) -> String {
    switch error.code {
    case 4: "the XML is damaged: it has no element"
    case 5: "the XML is damaged: it ends before it is complete, or goes on after that"
    case 9: "the XML is damaged: there is a character that XML can't have"
    case 26: "the XML is damaged: there is an entity that isn't known; & is written &amp;"
    case 38: "the XML is damaged: there is a < in an attribute's value; it is written &lt;"
    case 39: "the XML is damaged: an attribute's value isn't in quotes"
    case 40: "the XML is damaged: an attribute's value doesn't end"
    case 42: "the XML is damaged: an element has an attribute twice"
    case 68:
      "the XML is damaged: there is no name where one must be; & is written &amp;, and < &lt;"
    case 76: "the XML is damaged: an element ends that isn't the one that began last"
    case 77: "the XML is damaged: an element doesn't end"
    default: "the XML is damaged (libxml2 error \(error.code))"
    }
  }
}

/// An element of a file, as parsed.
final class ModelElement {
  let name: String
  let attributes: [String: String]
  /// The line on which the start tag ends.
  let line: Int
  var children: [ModelElement] = []

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }
}
