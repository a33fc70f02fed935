public import Foundation
internal import StrataContexts
public import StrataModel

/// Results by section, ordered by the first object of each section.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection
{
  private let sections: [ResultsSection<Element, SectionTitle>]
  private let indices: [SectionTitle: Int]

  /// Groups objects by title. O(number of objects).
  init(_ elements: some Sequence<Element>, by title: (Element) -> SectionTitle) {
    var indices: [SectionTitle: Int] = [:]
    var groups: [(title: SectionTitle, elements: [Element])] = []
    for element in elements {
      let title = title(element)
      if let index = indices[title] {
        groups[index].elements.append(element)
      } else {
        indices[title] = groups.count
        groups.append((title, [element]))
      }
    }
    sections = groups.map { ResultsSection(title: $0.title, elements: $0.elements) }
    self.indices = indices
  }

  /// The first position, 0.
  public var startIndex: Int { 0 }
  /// The position after the last section.
  public var endIndex: Int { sections.count }
  /// The section at a position. O(1).
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section with a title, or nil if no object has it. O(1).
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    indices[title].map { sections[$0] }
  }

  /// The section titles, in order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// The position of the section with a title, or nil if no object has it. O(1).
  public func index(ofSectionTitled title: SectionTitle) -> Int? { indices[title] }

  /// True if both have sections with the same titles and sizes.
  func hasShape(of other: SectionedResults) -> Bool {
    sections.elementsEqual(other.sections) { $0.title == $1.title && $0.count == $1.count }
  }
}

@available(*, unavailable, message: "models stay on their context's isolation")
extension SectionedResults: Sendable {}

// Declared by UIKit and AppKit on Apple's platforms.
#if !canImport(UIKit) && !canImport(AppKit)
extension IndexPath {
  /// Creates the index path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section's index. The path must have one.
  public var section: Int { self[0] }

  /// The item's index in its section. The path must have one.
  public var item: Int { self[1] }
}
#endif
