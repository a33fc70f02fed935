/// Runs a workload's contenders in turn, round by round, so that all meet the same noise.
struct Runner {
  let rounds: Int
  let contenders: Set<ContenderKind>

  func run(_ workload: any Workload) throws -> Outcome {
    var lanes = contenders.contains(.ours) ? [Lane(name: "ours", run: workload.ours)] : []
    if contenders.contains(.raw) { lanes.append(Lane(name: "raw", run: workload.raw)) }
    if contenders.contains(.peer) {
      lanes += workload.peers.map { Lane(name: $0.name, run: $0.run) }
    }
    // The first round fills caches and isn't counted.
    for round in 0...rounds {
      for index in lanes.indices {
        let time = try lanes[index].runOnce(workload)
        if round > 0 { lanes[index].times.append(time) }
      }
    }
    let medians = Dictionary(uniqueKeysWithValues: lanes.map { ($0.name, $0.median) })
    return Outcome(
      workload: workload.name, count: workload.count, ours: medians["ours"], raw: medians["raw"],
      peers: workload.peers.compactMap { peer in medians[peer.name].map { (peer.name, $0) } },
      aim: workload.aim, published: workload.published)
  }

  private struct Lane {
    let name: String
    let run: Contender
    var times: [Double] = []

    func runOnce(_ workload: any Workload) throws -> Double {
      var stopwatch = Stopwatch()
      let checksum = try run(&stopwatch)
      guard checksum == workload.expected else {
        throw WrongResult(
          workload: workload.name, contender: name, found: checksum, expected: workload.expected)
      }
      return stopwatch.milliseconds
    }

    var median: Double {
      let sorted = times.sorted()
      let middle = sorted.count / 2
      return sorted.count.isMultiple(of: 2)
        ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
  }
}

/// Who takes part.
enum ContenderKind: String, CaseIterable {
  case ours, raw, peer
}

/// The medians of one workload at one size, in milliseconds.
struct Outcome {
  let workload: String
  let count: Int
  let ours: Double?
  let raw: Double?
  let peers: [(name: String, median: Double)]
  let aim: Double?
  let published: [(name: String, milliseconds: Double)]

  /// Ours ÷ raw.
  var ratio: Double? { ours.flatMap { ours in raw.map { ours / $0 } } }
}

/// A contender that came to something else than it must.
struct WrongResult: Error, CustomStringConvertible {
  let workload: String
  let contender: String
  let found: Checksum
  let expected: Checksum

  var description: String {
    "\(workload): \(contender) came to \(found), but must come to \(expected)"
  }
}
