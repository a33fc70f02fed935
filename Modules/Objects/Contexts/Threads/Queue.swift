/// A first-in, first-out queue. Adding and removing an element take O(1) on average.
struct Queue<Element> {
  private var elements: [Element?] = []
  // Elements before it were removed.
  private var start = 0

  var isEmpty: Bool { start == elements.count }
  var count: Int { elements.count - start }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if isEmpty {
        // Gives the memory of a long queue back.
        elements = []
        start = 0
      } else if start > 32, start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }
}
