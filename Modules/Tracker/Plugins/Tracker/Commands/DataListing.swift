@_spi(Query) import StrataContexts
import StrataStack
import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The listing of data points, of one item or all, for `data list` and `today`.
@MainActor struct DataListing {
  private let environment: ApplicationEnvironment
  private var points: PointQuery
  private var limit: Int?
  private var order = Order.newest

  /// The order of a listing.
  enum Order: String, CaseIterable {
    case newest, oldest, greatest, least, longest, shortest

    fileprivate var isAscending: Bool { [.oldest, .least, .shortest].contains(self) }

    /// The expression to sort by. Data points without the value come last.
    ///
    /// - Parameter item: The item of all data points. If each has a value, an index has them in order.
    fileprivate func expression(for item: Item?) -> QueryExpression {
      let nothing = QueryExpression.literal(.real(Self.nothing(isAscending)))
      return switch self {
      case .newest, .oldest: PointValue.start.expression
      case .greatest where item?.kind.isRequired(.value1) == true,
        .least where item?.kind.isRequired(.value1) == true:
        PointValue.value1.expression
      case .greatest, .least: .function(.coalesce, [PointValue.value1.expression, nothing])
      case .longest, .shortest: .function(.coalesce, [PointValue.seconds.expression, nothing])
      }
    }

    private static func nothing(_ isAscending: Bool) -> Double {
      isAscending ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
    }

    /// The value of ``expression(for:)`` for a data point.
    fileprivate func value(of content: ItemDataContent) -> ColumnValue {
      let start = content.startDate.timeIntervalSinceReferenceDate
      return switch self {
      case .newest, .oldest: .real(start)
      case .greatest, .least: .real(content.value1 ?? Self.nothing(isAscending))
      case .longest, .shortest:
        .real(
          content.endDate.map { $0.timeIntervalSinceReferenceDate - start }
            ?? Self.nothing(isAscending))
      }
    }
  }

  /// Makes a listing of the data points of today.
  init(today environment: ApplicationEnvironment) throws {
    self.environment = environment
    points = PointQuery(
      from: try environment.date(ArgumentValue("today", column: 1)),
      to: try environment.date(ArgumentValue("tomorrow", column: 1)))
    points.itemsAtEnd = try Self.itemsAtEnd(environment)
  }

  /// The items whose data points belong to the day on which they end.
  private static func itemsAtEnd(_ environment: ApplicationEnvironment) throws -> [Item] {
    try environment.context.fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.countsAtEnd }))
  }

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.environment = environment
    let item = try invocation.argument("NAME").map { try environment.item(named: $0) }
    let limits = try DateLimits(invocation, environment)
    points = PointQuery(item: item, from: limits.from, to: limits.to)
    if item == nil, limits.from != nil || limits.to != nil {
      points.itemsAtEnd = try Self.itemsAtEnd(environment)
    }
    let tracker = Tracker(environment)
    if let wish = invocation.option("where"),
      let condition = try PointCondition(wish, environment, points.item?.valueNames).expression()
    {
      points.conditions.append(condition)
    }
    if let tag = invocation.option("tag") { points.conditions.append(try tracker.isTagged(tag)) }
    if let label = invocation.option("option") {
      points.conditions.append(try tracker.hasOption(label, of: points.item))
    }
    if invocation.flag("oldest") { order = .oldest }
    if let sort = invocation.option("sort") {
      let other = ["oldest", "last"].first {
        invocation.flag($0) || invocation.option($0) != nil
      }
      if let other {
        throw sort.error(
          "--sort and --\(other) exclude each other", hint: "--limit N shows the first N")
      }
      order = Order(rawValue: sort.text) ?? .newest
    }
    limit = try Self.number("limit", invocation)
    if let last = try Self.number("last", invocation) {
      if let value = invocation.option("limit") {
        throw value.error(
          "--last and --limit exclude each other", hint: "--last N shows the newest N")
      }
      limit = last
      takesNewest = true
    }
  }

  /// True if a limit leaves out the oldest data points, in either order.
  private var takesNewest = false

  private static func number(
    _ name: String, _ invocation: Invocation
  ) throws(ShellError) -> Int? {
    guard let value = invocation.option(name) else { return nil }
    let number = try value.integer()
    guard number >= 0 else { throw value.error("--\(name) can't be negative") }
    return number
  }

  func print(_ invocation: Invocation) throws {
    // People get moments and values in words. Programs rely on the other columns.
    let isForPeople = environment.output.format.isForPeople
    let columns: [Table.Column] =
      isForPeople
      ? ["what", "memo"] : ["start", "end", "value1", "value2", "option", "selection", "memo"]
    let item: [Table.Column] = points.item == nil ? ["item"] : []
    let writer = try environment.output.beginTable(
      ["uid"] + (isForPeople ? ["when"] : []) + item + columns)
    try forEach(invocation) { data in
      try writer.row(isForPeople ? words(data) : cells(data))
    }
    try writer.end()
  }

  /// The number of data points in memory at a time.
  private static let pageSize = 2000

  /// Calls a body for each data point. It reads them in pages, so that memory is bounded.
  ///
  /// A page begins behind the last data point of the page before, so insertions and deletions by
  /// other processes meanwhile don't shift it.
  private func forEach(
    _ invocation: Invocation, _ body: (ItemData) throws -> Void
  ) throws {
    // With `--last` and `--oldest`, the newest are fetched first and shown in reverse.
    let isReversed = order == .oldest && takesNewest
    let order = isReversed ? Order.newest : order
    let isAscending = order.isAscending
    // At equal times, the data point that was logged later counts as newer.
    let sort = [
      Query.Sort(order.expression(for: points.item), isAscending: isAscending),
      Query.Sort(.key(QueryPath()), isAscending: isAscending),
    ]
    var rest = points
    var left = limit ?? .max
    var kept: [ItemData] = []
    while left > 0 {
      try invocation.checkCancellation()
      let count = min(Self.pageSize, left)
      let page = try environment.context.fetch(rest.query(sort: sort, limit: count))
        .compactMap { $0 as? ItemData }
      if isReversed { kept += page } else { try page.forEach(body) }
      left -= page.count
      guard page.count == count, let last = page.last else { break }
      rest = points.with(isBehind(last, in: order))
    }
    try kept.reversed().forEach(body)
  }

  private func isBehind(_ last: ItemData, in order: Order) -> QueryExpression {
    let isAscending = order.isAscending
    let (value, bound) = (
      order.expression(for: points.item), QueryExpression.literal(order.value(of: last.dataContent))
    )
    let key = QueryExpression.literal(.integer(last.persistentModelID.rowKey))
    // The first condition is redundant, but it is the one that an index can use.
    return .and([
      .comparison(isAscending ? .greaterOrEqual : .lessOrEqual, value, bound),
      .or([
        .comparison(isAscending ? .greater : .less, value, bound),
        .comparison(isAscending ? .greater : .less, .key(QueryPath()), key),
      ]),
    ])
  }

  private func item(_ data: ItemData) -> [Cell] {
    points.item == nil ? [Cell(data.item?.name.rawValue)] : []
  }

  /// The cells for people. The first digits of the uid are enough to name a data point.
  private func words(_ data: ItemData) -> [Cell] {
    [.text(data.uid.short), environment.minuteCell(data.dataContent.startDate)] + item(data)
      + [.text(PointWords(data, environment).what), Cell(data.memo?.text)]
  }

  /// The cells for programs.
  private func cells(_ data: ItemData) -> [Cell] {
    let content = data.dataContent
    let options = data.item?.options ?? []
    func label(_ isIt: (ItemOption) -> Bool) -> String? {
      options.first(where: isIt)?.label.rawValue
    }
    return [.text(data.uid.uuidString)] + item(data) + [
      .date(content.startDate), Cell(content.endDate), Cell(content.value1), Cell(content.value2),
      Cell(content.optionID.map { uid in label { $0.uid == uid } ?? "option \(uid.short)" }),
      .list(data.selection.map { number in .text(label { $0.number == number } ?? "\(number)") }),
      Cell(data.memo?.text),
    ]
  }
}
