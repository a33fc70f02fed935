/// Suggestions for misspelled names.
public enum NearestName {
  /// Returns the name with the fewest typing errors, ignoring case, or nil if none is near enough.
  ///
  /// A missing, added, changed or swapped letter is an error. Names of up to four letters may have
  /// one, those of up to eight two, and longer ones three. Of equally near names the first is
  /// returned.
  ///
  /// - Complexity: O(*n* · *m*²) for *n* names of *m* letters. Names over 64 letters are never
  ///   near.
  public static func find(_ wrong: String, in names: some Sequence<String>) -> String? {
    let letters = Array(wrong.lowercased())
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    let limit = letters.count <= 4 ? 1 : letters.count <= 8 ? 2 : 3
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = Array(name.lowercased())
      guard abs(candidate.count - letters.count) <= limit else { continue }
      let distance = distance(letters, candidate)
      if distance <= limit, distance < candidate.count, distance < best?.distance ?? .max {
        best = (name, distance)
      }
    }
    return best?.name
  }

  /// Returns names that a person may have meant: the one with the fewest typing errors first, then
  /// those with a word that is typed nearly so, such as `Body weight` for `Weigt`.
  ///
  /// - Parameter limit: The maximal number of names.
  /// - Complexity: As of ``find(_:in:)``, for the names' words.
  public static func similar(
    to wrong: String, in names: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let words = words(of: wrong)
    var result: [String] = []
    if let nearest = find(wrong, in: names) { result.append(nearest) }
    for name in names where !result.contains(name) {
      let own = Self.words(of: name)
      if words.contains(where: { word in find(word, in: own) != nil || own.contains(word) }) {
        result.append(name)
      }
    }
    return Array(result.prefix(limit))
  }

  /// The words of a name, without those of one or two letters, in lower case.
  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.count > 2 }
  }

  // Optimal string alignment: Levenshtein's distance with swaps of adjacent letters.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(second.count + 1)
      for (column, other) in second.enumerated() {
        var cost = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
