import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.serialized) struct RandomChanges {
  @Test(arguments: [false, true])
  func agreeWithTheOracleInOneContext(checksEachStep: Bool) throws {
    for round in 0..<FuzzRounds.count {
      let world = try World(random: SeededGenerator(for: "RandomChanges.one.\(checksEachStep)"))
      let allowsUnmanaged = round % 2 == 1
      for step in 0..<400 {
        try world.step(allowsUnmanaged: allowsUnmanaged)
        if checksEachStep || world.random.chance(1, in: 20) { try world.checkAll() }
        if step % 80 == 79 {
          try world.save()
          try world.checkStore(isOrdered: !allowsUnmanaged)
          try world.reopen(newContainer: step % 160 == 79)
          world.note("reopen")
        }
      }
    }
  }
}
