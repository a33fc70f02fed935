// Another process that changes the store of the random tests. It does what it is told to, line by line:
//
//   open SEED PLACE   opens the store of a path or an address, and draws from a new sequence
//   step SERIAL       changes a few objects and saves; new ones are numbered from SERIAL on
//
// and answers each line with one of its own.

import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport

final class Peer {
  private var random: SeededGenerator
  private let context: ModelContext

  init(_ seed: UInt64, _ place: String) throws {
    random = SeededGenerator(seed: seed)
    let address = place.contains("://") ? URL(string: place) : nil
    let url = address ?? URL(fileURLWithPath: place)
    context = ModelContext(
      try ModelContainer(
        for: Crate.self,
        configurations: ModelConfiguration(url: url)))
  }

  private func all(_ kind: Kind) throws -> [any FuzzModel] {
    func all<Model: FuzzModel>(_ type: Model.Type) throws -> [any FuzzModel] {
      try context.fetch(FetchDescriptor<Model>())
    }
    return try all(kind.type).filter { !$0.isDeleted }
  }

  private func pick(_ kind: Kind) throws -> (any FuzzModel)? {
    try all(kind).randomElement(using: &random)
  }

  func step(_ serial: Int) throws -> String {
    var done: [String] = []
    for offset in 0..<Int.random(in: 1...3, using: &random) {
      done.append(try change(serial + offset))
    }
    do {
      try context.save()
    } catch let error as StackError {
      context.rollback()
      done.append("not saved: \(error)")
    }
    return done.joined(separator: ", ")
  }

  private func change(_ serial: Int) throws -> String {
    guard let end = End.allCases.randomElement(using: &random) else { return "" }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      guard end.kind != .ticket else { return "nothing" }
      func insert<Model: FuzzModel>(_ model: Model) { context.insert(model) }
      insert(end.kind.type.init(serial: serial))
      return "insert \(serial) = \(end.kind)"
    case 1:
      guard let object = try pick(end.kind) else { return "nothing" }
      func delete<Model: FuzzModel>(_ model: Model) { context.delete(model) }
      delete(object)
      return "delete \(object.serial)"
    default: return try relate(end)
    }
  }

  private func relate(_ end: End) throws -> String {
    guard let owner = try pick(end.kind) else { return "nothing" }
    let target = try pick(end.destination)
    if end.isToOne {
      let isCut = !end.isRequired && Bool.random(using: &random)
      guard isCut || target != nil else { return "nothing" }
      owner.point(end, to: isCut ? nil : target)
      return "\(owner.serial).\(end) = \(isCut ? "nil" : "\(target?.serial ?? 0)")"
    }
    let members = owner.targets(end)
    if let target, members.isEmpty || end.inverse?.isRequired == true || Bool.random(using: &random)
    {
      owner.edit(end, .append(target))
      return "\(owner.serial).\(end).append(\(target.serial))"
    }
    guard !members.isEmpty, end.inverse?.isRequired != true else { return "nothing" }
    let index = Int.random(in: 0..<members.count, using: &random)
    owner.edit(end, .remove(at: index))
    return "\(owner.serial).\(end).remove(\(members[index].serial))"
  }
}

// Without a buffer, so that whoever waits for a line gets it.
func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

var peer: Peer?
while let line = readLine() {
  let words = line.split(separator: " ", maxSplits: 2).map(String.init)
  do {
    switch words.first {
    case "open" where words.count == 3:
      peer = try Peer(UInt64(words[1]) ?? 0, words[2])
      answer("opened")
    case "step" where words.count == 2:
      answer(try peer?.step(Int(words[1]) ?? 0) ?? "error: no store is open")
    default: answer("error: what is \(line)?")
    }
  } catch {
    answer("error: \(error)")
  }
}
