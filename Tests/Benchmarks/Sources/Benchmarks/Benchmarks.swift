import Foundation

/// Times the library against SQLite's C interface and against GRDB, all in one run.
@main
enum Benchmarks {
  static let all: [WorkloadKind] = [
    WorkloadKind(name: "R", sizes: [100, 1_000, 10_000, 100_000]) { [Appending(count: $0)] },
    WorkloadKind(name: "R?", sizes: [100, 1_000, 10_000]) { [AppendingToOptional(count: $0)] },
    WorkloadKind(name: "R'", sizes: [100, 1_000, 10_000, 100_000]) { [Assigning(count: $0)] },
    WorkloadKind(name: "R''", sizes: [1_000, 10_000]) { [AppendingAll(count: $0)] },
    WorkloadKind(name: "L", sizes: [100, 1_000, 10_000]) { [AppendingOneWay(count: $0)] },
    WorkloadKind(name: "F", sizes: [100_000]) { [try Fetching(count: $0)] },
    WorkloadKind(name: "F2", sizes: [200_000]) { [try FetchingNumbers(count: $0)] },
    WorkloadKind(name: "D", sizes: [100_000]) { [try FetchingByKey(count: $0)] },
    WorkloadKind(name: "X", sizes: [100_000]) { [try FetchingForeign(count: $0)] },
    WorkloadKind(name: "I", sizes: [50_000]) { [Inserting(count: $0)] },
    WorkloadKind(name: "U", sizes: [100_000]) { [try Updating(count: $0)] },
    WorkloadKind(name: "O", sizes: [10], fullSizes: [500]) { [try LoadingOrders(count: $0)] },
    WorkloadKind(name: "W", sizes: [100_000], fullSizes: [1_000_000]) { [Enrolling(count: $0)] },
    WorkloadKind(name: "P", sizes: [40_000]) { count in
      Upserting.Existing.allCases.map { Upserting(existing: $0, count: count) }
    },
    WorkloadKind(name: "M", sizes: [40_000]) { count in
      Upserting.Existing.allCases.map { Importing(existing: $0, count: count) }
    },
    WorkloadKind(name: "S", sizes: [200_000], fullSizes: [1_000_000]) { [Streaming(count: $0)] },
    WorkloadKind(name: "Q", sizes: [100_000]) { try Querying.all(count: $0) },
    WorkloadKind(name: "J", sizes: [100_000]) { try Visits.all(count: $0) },
    WorkloadKind(name: "C", sizes: [1_000]) { [Committing(count: $0)] },
    WorkloadKind(name: "K", sizes: [100_000]) { count in
      try [1, 4].map { try LookingUp(count: count, readers: $0) }
    },
    WorkloadKind(name: "N", sizes: [1_000]) { [Watching(count: $0)] },
    WorkloadKind(name: "T", sizes: [4_000]) { [Serving(count: $0)] },
    WorkloadKind(name: "V", sizes: [3_000]) { [try SelectingTitles(count: $0)] },
    WorkloadKind(name: "Z", sizes: [100_000]) { [try Searching(count: $0)] },
    WorkloadKind(name: "B", sizes: [100_000], fullSizes: [5_000_000]) { [try Paging(count: $0)] },
    WorkloadKind(name: "E", sizes: [100_000]) { [try Remembering(count: $0)] },
  ]

  /// The workloads on a server, which run alone where there is one.
  static let onServer: [WorkloadKind] = [
    WorkloadKind(name: "SF", sizes: [100_000]) { [try ServerFetching(count: $0)] },
    WorkloadKind(name: "SI", sizes: [50_000]) { [ServerInserting(count: $0)] },
    WorkloadKind(name: "SC", sizes: [1_000]) { [ServerCommitting(count: $0)] },
    WorkloadKind(name: "SW", sizes: [2_000]) { [ServerWriting(count: $0)] },
    WorkloadKind(name: "SK", sizes: [10_000]) { [try ServerLookingUp(count: $0)] },
  ]

  static func main() {
    let all = ServerNumbers.address == nil ? all : onServer
    do {
      let options = try Options(CommandLine.arguments.dropFirst(), known: all.map(\.name))
      if options.wantsHelp { return print(Options.help(names: all.map(\.name))) }
      defer { ScratchFolder.remove() }
      let runner = Runner(rounds: options.rounds, contenders: options.contenders)
      var report = Report(isJSON: options.isJSON)
      for kind in all where options.names.contains(kind.name) {
        let sizes = options.isFull ? kind.fullSizes ?? kind.sizes : kind.sizes
        for size in options.sizes ?? sizes {
          for workload in try kind.make(size) { report.add(try runner.run(workload)) }
        }
      }
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }
}
