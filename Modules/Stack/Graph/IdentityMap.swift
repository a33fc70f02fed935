/// The objects of one entity that are in memory, by key: one row, one instance.
///
/// Keys that follow each other share a page of 16, and pages are found by open addressing with linear
/// probing and backward-shift deletion (Knuth, The Art of Computer Programming 3, section 6.4,
/// algorithm R). Rows are read, inserted and released mostly in the order of their keys, so that most
/// look-ups find their page in the processor's cache. Objects are not retained: each takes itself out
/// when it goes. Look-up, insertion and removal are O(1) on average.
struct IdentityMap {
  private typealias Entry = Unmanaged<AnyObject>

  private struct Page {
    let number: Int64
    var count = 0
    // Owned by the map; 16 places, empty ones nil.
    let entries: UnsafeMutablePointer<Entry?>
  }

  // Objects' own deinit removes them from here before they are gone, on the graph's isolation.
  private var pages: UnsafeMutablePointer<Page?>
  private var mask: Int
  private var pageCount = 0
  private(set) var count = 0

  init() {
    mask = 15
    pages = Self.emptyPages(16)
  }

  private static func emptyPages(_ capacity: Int) -> UnsafeMutablePointer<Page?> {
    let pages = UnsafeMutablePointer<Page?>.allocate(capacity: capacity)
    pages.initialize(repeating: nil, count: capacity)
    return pages
  }

  /// Frees the table; it is not used after.
  func deallocate() {
    for index in 0...mask { pages[index]?.entries.deallocate() }
    pages.deallocate()
  }

  private func home(_ number: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  /// Where a page is, or the free place where it belongs.
  private func place(of number: Int64) -> Int {
    var index = home(number)
    while let page = pages[index], page.number != number { index = (index + 1) & mask }
    return index
  }

  /// The object with a key.
  func find(_ key: Int64) -> AnyObject? {
    pages[place(of: key >> 4)]?.entries[Int(key & 15)]?.takeUnretainedValue()
  }

  /// Adds an object under a key that isn't there yet.
  mutating func insert(_ object: AnyObject, key: Int64) {
    let number = key >> 4
    var index = place(of: number)
    var page: Page
    if let found = pages[index] {
      page = found
    } else {
      if pageCount * 4 >= (mask + 1) * 3 {
        grow()
        index = place(of: number)
      }
      page = Page(number: number, entries: .allocate(capacity: 16))
      page.entries.initialize(repeating: nil, count: 16)
      pageCount += 1
    }
    page.entries[Int(key & 15)] = Entry.passUnretained(object)
    page.count += 1
    pages[index] = page
    count += 1
  }

  /// Takes out the object with a key; does nothing when there is none.
  mutating func remove(_ key: Int64) {
    let index = place(of: key >> 4)
    guard var page = pages[index], page.entries[Int(key & 15)] != nil else { return }
    page.entries[Int(key & 15)] = nil
    page.count -= 1
    count -= 1
    pages[index] = page
    if page.count == 0 { removePage(at: index) }
  }

  private mutating func removePage(at index: Int) {
    pages[index]?.entries.deallocate()
    var gap = index
    var next = (gap + 1) & mask
    while let page = pages[next] {
      // A page moves back when its home isn't between the gap and itself.
      if (next &- home(page.number)) & mask >= (next &- gap) & mask {
        pages[gap] = page
        gap = next
      }
      next = (next + 1) & mask
    }
    pages[gap] = nil
    pageCount -= 1
  }

  private mutating func grow() {
    let old = (pages: pages, capacity: mask + 1)
    mask = old.capacity * 2 - 1
    pages = Self.emptyPages(old.capacity * 2)
    for index in 0..<old.capacity {
      if let page = old.pages[index] { pages[place(of: page.number)] = page }
    }
    old.pages.deallocate()
  }

  /// All objects with their keys. O(capacity).
  var all: [(key: Int64, object: AnyObject)] {
    (0...mask).flatMap { index -> [(key: Int64, object: AnyObject)] in
      guard let page = pages[index] else { return [] }
      return (0..<16).compactMap { offset in
        page.entries[offset].map { (page.number << 4 | Int64(offset), $0.takeUnretainedValue()) }
      }
    }
  }
}
