import StrataDomain
import StrataShell
import StrataTrackerModel

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

  /// Sets the names of an item's two values. An empty value removes them.
  ///
  /// - Throws: A usage error for names that aren't allowed, and for an item whose data points don't have
  ///   two values.
  func setValueNames(_ value: ArgumentValue, of item: Item) throws(ShellError) {
    if value.text.isEmpty {
      item.valueNames = nil
      return
    }
    guard item.hasPairs else {
      throw value.error(
        "the data points of \(item.name) don't have two values",
        hint: "only those of the kind dualValues have")
    }
    do {
      item.valueNames = try PairNames(value.text)
    } catch {
      throw value.error("\(error)")
    }
  }

  /// Sets the day to which an item's data points belong: `start` or `end`.
  ///
  /// - Throws: A usage error for the end of what doesn't last.
  func setDay(_ value: ArgumentValue, of item: Item) throws(ShellError) {
    guard value.text == "start" || item.kind.isRequired(.endDate) else {
      throw value.error(
        "the data points of \(item.name) are of one moment, and have no end",
        hint: "only those of intervals have")
    }
    item.countsAtEnd = value.text == "end"
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
