// A program that uses a store of freight until it is done, or killed:
//
//   work URL SEED COUNT [FAULT NUMBER]    does a workload's transactions
//   archive URL SEED COUNT [FAULT NUMBER] does the deeds of an archive's workload
//   do URL CHORE FAULT NUMBER             does one chore, and dies on the way
//   write URL AUTHOR FIRST COUNT          moves freight, among others who do
//   read URL                              looks on, until its input ends
//   deliver URL WRITER COUNT              saves deliveries, a transaction each; with 0, until its input ends
//
// It tells of each transaction that is done in a line of its own, and fails with a line that begins with "error".

import Foundation
import StrataTestSupport
import StrataTorture

// Without a buffer, so that what is told is told when the program is killed.
func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// True if the program's input has ended, so that it should end, too.
func hasInputEnded() -> Bool {
  var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  return poll(&input, 1, 0) > 0
}

/// An error in the program's arguments.
struct Misuse: Error {}

func number<Number: FixedWidthInteger>(_ word: String) throws -> Number {
  guard let number = Number(word) else { throw Misuse() }
  return number
}

func arm(_ fault: String, _ number: String) throws {
  guard let fault = Fault(rawValue: fault), let number = Int(number) else { throw Misuse() }
  fault.kill(at: number)
}

func work(_ url: URL, seed: UInt64, count: Int) throws {
  let store = try FreightStore(url, author: "worker")
  tell("opened")
  let start = try store.lastHistoryNumber()
  var workload = Workload(seed: seed, try store.manifest())
  var done = 0
  while done < count {
    let (deed, _) = workload.next()
    try store.perform(deed, keepingHistoryAfter: start) {
      done += 1
      tell("done \(done)")
    }
  }
}

func file(_ url: URL, seed: UInt64, count: Int) throws {
  let archive = try Archive(url, author: "archivist")
  var workload = ArchiveWorkload(seed: seed, try Archive.look(at: archive.context).state)
  for number in 1...max(1, count) {
    try archive.perform(workload.next().deed)
    tell("done \(number)")
  }
}

func perform(_ name: String, _ url: URL, _ fault: String, _ number: String) throws {
  guard let chore = Chore(rawValue: name) else { throw Misuse() }
  if chore == .migrate {
    try arm(fault, number)
    _ = try FreightStore(url)
    return
  }
  let store = try FreightStore(url)
  guard let deed = chore.deed(try store.manifest()) else { throw Misuse() }
  try arm(fault, number)
  try store.perform(deed) { tell("done") }
}

let words = CommandLine.arguments.dropFirst().map { $0 }
do {
  guard words.count >= 2 else { throw Misuse() }
  guard let url = URL(string: words[1]) else { throw Misuse() }
  switch (words[0], words.count) {
  case ("work", 4), ("work", 6):
    if words.count == 6 { try arm(words[4], words[5]) }
    try work(url, seed: number(words[2]), count: number(words[3]))
  case ("archive", 4), ("archive", 6):
    if words.count == 6 { try arm(words[4], words[5]) }
    try file(url, seed: number(words[2]), count: number(words[3]))
  case ("do", 5): try perform(words[2], url, words[3], words[4])
  case ("write", 5):
    var writer = try Writer(url, words[2], first: number(words[3]))
    try writer.write(number(words[4]))
  case ("read", 2):
    var reader = try Reader(url)
    try reader.read()
  case ("deliver", 4):
    let courier = try Courier(url, writer: number(words[2]))
    try courier.deliver(number(words[3]))
  default: throw Misuse()
  }
} catch {
  tell("error: \(error)")
  exit(1)
}
