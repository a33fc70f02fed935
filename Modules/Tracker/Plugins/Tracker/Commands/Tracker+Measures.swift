import StrataDomain
import StrataShell
import TrackerModel

extension Tracker {
  /// Sets an item's measure. An empty value resets it to that of the item's kind.
  ///
  /// - Throws: A usage error for an unknown measure, or one that the item's kind doesn't have.
  func setMeasure(_ value: ArgumentValue, of item: Item) throws(ShellError) {
    if value.text.isEmpty {
      item.measure = nil
      return
    }
    let name = try value.choice(of: ItemCommands.measureChoices, named: "--measure")
    item.measure = ItemMeasure(rawValue: name)
    do {
      if let measure = item.measure { try item.check(measure) }
    } catch {
      throw value.error("\(error)", hint: error.hint)
    }
  }

  /// Checks that data points of an item's new kind still have its measure.
  func checkMeasure(of item: Item, _ kind: ArgumentValue) throws(ShellError) {
    do {
      if let measure = item.measure { try item.check(measure) }
    } catch {
      throw kind.error(
        "as \(item.kind.rawValue), \(error)",
        hint: "give another measure as well: --measure '' for that of the kind")
    }
  }
}
