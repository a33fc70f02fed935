internal import StrataContexts
public import StrataModel

/// The results with the same section title, in the order of all results.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Identifiable
{
  /// The title that the results have in common.
  public let title: SectionTitle
  private let elements: [Element]

  init(title: SectionTitle, elements: [Element]) {
    self.title = title
    self.elements = elements
  }

  /// The title.
  public var id: SectionTitle { title }
  /// The first position, 0.
  public var startIndex: Int { 0 }
  /// The position after the last object.
  public var endIndex: Int { elements.count }
  /// The object at a position in the section. O(1).
  public subscript(position: Int) -> Element { elements[position] }
}

@available(*, unavailable, message: "models stay on their context's isolation")
extension ResultsSection: Sendable {}
