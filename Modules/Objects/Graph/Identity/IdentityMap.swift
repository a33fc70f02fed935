import StrataRuntime

/// The objects of one entity that are in memory, by key: one row, one instance.
///
/// Consecutive keys share a page of 16. Pages are found by open addressing with linear probing and
/// backward-shift deletion (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R).
/// Rows are read, inserted and released mostly in the order of their keys, so that most look-ups
/// find their page in the processor's cache. Look-up, insertion and removal are O(1) on average.
///
/// The map doesn't retain objects. Each removes itself in its `deinit`. Once that has begun, the
/// map doesn't find the object any more. Otherwise code that runs then, such as a model's own
/// `deinit`, could retain an object that is being freed. Key 0 marks objects that are in no map.
struct IdentityMap {
  private typealias Entry = Unmanaged<AnyObject>

  private struct Page {
    let number: Int64
    var count = 0
    // Owned by the map. 16 entries, nil if empty.
    let entries: UnsafeMutablePointer<Entry?>
  }

  private struct Table {
    var pages: UnsafeMutablePointer<Page?>
    var mask: Int
    var pageCount = 0
    var count = 0
  }

  // An object's deinit removes it from the map before its memory is freed, on the graph's
  // isolation. The table is allocated apart from the map, so that changing it doesn't access the
  // array of maps.
  private let table: UnsafeMutablePointer<Table>

  private var pages: UnsafeMutablePointer<Page?> { table.pointee.pages }
  private var mask: Int { table.pointee.mask }
  private var pageCount: Int { table.pointee.pageCount }
  var count: Int { table.pointee.count }
  /// Number of pages that the table has room for.
  var capacity: Int { mask + 1 }

  init() {
    table = .allocate(capacity: 1)
    table.initialize(to: Table(pages: Self.emptyPages(16), mask: 15))
  }

  private static func emptyPages(_ capacity: Int) -> UnsafeMutablePointer<Page?> {
    let pages = UnsafeMutablePointer<Page?>.allocate(capacity: capacity)
    pages.initialize(repeating: nil, count: capacity)
    return pages
  }

  /// Frees the table. The map must not be used afterwards.
  func deallocate() {
    for index in 0...mask { pages[index]?.entries.deallocate() }
    pages.deallocate()
    table.deallocate()
  }

  private func home(_ number: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  /// The index of a page, or of the free slot for it.
  private func slot(of number: Int64) -> Int {
    var index = home(number)
    while let page = pages[index], page.number != number { index = (index + 1) & mask }
    return index
  }

  /// The object with a key. Nil if there is none or its `deinit` has begun.
  func find(_ key: Int64) -> AnyObject? {
    guard let entry = pages[slot(of: key >> 4)]?.entries[Int(key & 15)], !entry.isDeinitializing
    else {
      return nil
    }
    return entry.takeUnretainedValue()
  }

  /// Adds an object. The key must be free, or its object's `deinit` must have begun.
  func insert(_ object: AnyObject, key: Int64) {
    assert(key != 0, "key 0 marks objects that are in no map")
    assert(find(key) == nil, "there is an object with the key \(key)")
    guard key != 0 else { return }
    let number = key >> 4
    var index = slot(of: number)
    var page: Page
    if let found = pages[index] {
      page = found
    } else {
      if pageCount * 4 >= (mask + 1) * 3 {
        resize(to: (mask + 1) * 2)
        index = slot(of: number)
      }
      page = Page(number: number, entries: .allocate(capacity: 16))
      page.entries.initialize(repeating: nil, count: 16)
      table.pointee.pageCount += 1
    }
    let isNew = page.entries[Int(key & 15)] == nil
    page.entries[Int(key & 15)] = Entry.passUnretained(object)
    if isNew {
      page.count += 1
      table.pointee.count += 1
    }
    pages[index] = page
  }

  /// Removes an object whose `deinit` runs, unless another object has been added under its key
  /// since.
  func removeGoing(_ key: Int64) {
    remove(key) { $0.isDeinitializing || !RuntimeObject.detectsDeinitialization }
  }

  /// Removes the object with a key, if there is one.
  func remove(_ key: Int64) { remove(key) { _ in true } }

  @inline(__always)
  private func remove(_ key: Int64, where isMeant: (Entry) -> Bool) {
    let index = slot(of: key >> 4)
    guard var page = pages[index], let entry = page.entries[Int(key & 15)], isMeant(entry) else {
      return
    }
    page.entries[Int(key & 15)] = nil
    page.count -= 1
    table.pointee.count -= 1
    pages[index] = page
    if page.count == 0 { removePage(at: index) }
  }

  private func removePage(at index: Int) {
    pages[index]?.entries.deallocate()
    var gap = index
    var next = (gap + 1) & mask
    while let page = pages[next] {
      // A page moves back if its home isn't between the gap and itself. Otherwise probing would
      // stop at the gap and not find it.
      if (next &- home(page.number)) & mask >= (next &- gap) & mask {
        pages[gap] = page
        gap = next
      }
      next = (next + 1) & mask
    }
    pages[gap] = nil
    table.pointee.pageCount -= 1
    // Otherwise the memory of a large fetch would stay allocated after its objects are released.
    if mask > 15, pageCount * 8 < mask + 1 { resize(to: (mask + 1) / 2) }
  }

  private func resize(to capacity: Int) {
    let old = (pages: pages, capacity: mask + 1)
    table.pointee.mask = capacity - 1
    table.pointee.pages = Self.emptyPages(capacity)
    for index in 0..<old.capacity {
      if let page = old.pages[index] { pages[slot(of: page.number)] = page }
    }
    old.pages.deallocate()
  }

  /// All objects with their keys. O(count) if keys are consecutive.
  var all: [(key: Int64, object: AnyObject)] {
    (0...mask).flatMap { index -> [(key: Int64, object: AnyObject)] in
      guard let page = pages[index] else { return [] }
      return (0..<16).compactMap { offset in
        guard let entry = page.entries[offset], !entry.isDeinitializing else { return nil }
        return (page.number << 4 | Int64(offset), entry.takeUnretainedValue())
      }
    }
  }
}

extension IdentityMap {
  /// The first inconsistency in the map. Nil if there is none. O(capacity).
  var brokenInvariant: String? {
    var (found, foundPages) = (0, 0)
    for index in 0...mask {
      guard let page = pages[index] else { continue }
      foundPages += 1
      let entries = (0..<16).count { page.entries[$0] != nil }
      if entries != page.count { return "page \(page.number) counts \(page.count) of \(entries)" }
      if entries == 0 { return "page \(page.number) is empty" }
      if slot(of: page.number) != index { return "page \(page.number) isn't found" }
      found += entries
    }
    if found != count { return "\(found) objects are counted as \(count)" }
    if foundPages != pageCount { return "\(foundPages) pages are counted as \(pageCount)" }
    if pages[slot(of: 0)]?.number == 0, pages[slot(of: 0)]?.entries[0] != nil {
      return "key 0 is in use"
    }
    return (mask + 1) & mask == 0 && pageCount <= mask ? nil : "\(pageCount) pages of \(mask + 1)"
  }
}

extension Unmanaged<AnyObject> {
  /// True if the object's `deinit` has begun.
  fileprivate var isDeinitializing: Bool { RuntimeObject.isDeinitializing(toOpaque()) }
}
