import Foundation
import StrataTestSupport
import Testing

/// Stores of others, in folders of others, and what lies about beside them.
@Suite struct StoreAccess {
  private let shell: AppShell
  private var program: String { Unprivileged.prefix + #""$APPSHELL" --format csv"# }

  init() throws {
    shell = try AppShell()
    let made = try shell.pipeline(
      """
      mkdir box && "$APPSHELL" --store box/a.store -c 'item add Weight --kind singleValue' \
        -c 'log Weight 1'
      """)
    #expect(made.status == 0)
  }

  @Test(
    .enabled(if: Unprivileged.isPossible, Unprivileged.reason),
    arguments: ["444", "666"], ["box/a.store", "a%20#?.store"])
  func aFolderThatMayNotBeWrittenCanBeRead(mode: String, name: String) throws {
    let result = try shell.pipeline(
      """
      ln -s box/a.store 'a%20#?.store'; chmod \(mode) box/a.store; chmod 555 box
      \(program) --store '\(name)' -c 'count Item' -c 'stats Weight' -c check
      \(program) --store '\(name)' -c 'log Weight 2'; echo "status $?"; ls box; chmod 755 box
      """)
    #expect(
      result.output == """
        count
        1
        value,count,sum,minimum,maximum,average,median
        1,1,1.0,1.0,1.0,1.0,1.0
        fault,where,what
        status 1
        a.store

        """, "\(result.error)")
    #expect(result.error.hasPrefix("the store is sound\n-c:1: error: "))
    #expect(result.error.contains("is read-only"))
  }

  @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.reason))
  func aLogThatCantBeReadIsAnError() throws {
    let result = try shell.pipeline(
      """
      mkfifo pipe; "$APPSHELL" --store box/a.store <pipe >out 2>errors & program=$!
      exec 3>pipe; echo 'log Weight 2' >&3; echo 'echo ready' >&3
      tries=0; until grep -q ready out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
      kill -KILL $program; wait; chmod 444 box/a.store; chmod 555 box
      \(program) --store box/a.store -c 'count ItemData'; echo "status $?"; chmod 755 box
      "$APPSHELL" --store box/a.store --format csv -c 'count ItemData'
      """)
    #expect(result.output == "status 3\ncount\n2\n")
    #expect(result.error.contains("a.store-wal has changes that can't be read"), "\(result)")
  }

  @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.reason))
  func aChangeOfWhatIsReadWithoutLocksIsAnError() throws {
    let result = try shell.pipeline(
      """
      chmod 444 box/a.store; chmod 555 box
      { echo 'count ItemData'; echo 'echo ready' ; until [ -e go ]; do sleep 0.01; done
        echo 'count ItemData'; } | \(program) --store box/a.store >out 2>errors & reader=$!
      tries=0; until grep -q ready errors; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
      chmod 755 box; chmod 644 box/a.store
      "$APPSHELL" --store box/a.store -c 'log Weight 2' >log; chmod 555 box; touch go; wait $reader
      echo "status $?"; cat out; chmod 755 box
      """)
    #expect(result.output == "status 1\ncount\n1\n", "\(result)")
    #expect(try shell.read("errors").contains("was changed by another program while it was read"))
  }

  @Test(.enabled(if: Unprivileged.isPossible && geteuid() == 0, "it takes two users"))
  func anotherUsersLockThatWasLeftIsAnError() throws {
    let result = try shell.pipeline(
      """
      chmod 777 box; chmod 666 box/a.store; (umask 077; : >box/a.store-lock)
      \(program) --store box/a.store -c 'count Item'; echo "status $?"; rm box/a.store-lock
      \(program) --store box/a.store -c 'count Item'; echo "status $?"
      """)
    #expect(result.output == "status 3\ncount\n1\nstatus 0\n", "\(result)")
    #expect(result.error.contains("a.store-lock is another user's"))
    #expect(result.error.contains("remove it when no program uses the store"))
  }

  @Test func noFileIsMadeAtTheOtherEndOfALocksLink() throws {
    let result = try shell.pipeline(
      """
      ln -s "$PWD/victim" box/a.store-lock
      "$APPSHELL" --store box/a.store -c 'count Item'; echo "status $?"; test ! -e victim
      """)
    #expect(result.status == 0)
    #expect(result.output == "status 3\n")
    #expect(result.error.contains("a.store-lock is there already and is no plain file; remove it"))
  }

  @Test(arguments: ["mkdir", "mkfifo"])
  func whatIsNoLockIsAnError(command: String) throws {
    let result = try shell.pipeline(
      """
      \(command) box/a.store-lock
      "$APPSHELL" --store box/a.store -c 'count Item'; echo "status $?"
      """)
    #expect(result.output == "status 3\n")
    #expect(result.error.contains("is no plain file"))
  }

  @Test(arguments: ["victim", "loop.store", "no/folder/x.store"])
  func noFileIsMadeAtTheOtherEndOfAStoresLink(target: String) throws {
    let result = try shell.pipeline(
      """
      ln -s \(target) loop.store
      "$APPSHELL" --store loop.store -c 'count Item'; echo "status $?"
      test ! -e \(target) && test -L loop.store && ls | grep -v input
      """)
    #expect(result.output.hasPrefix("status 3\nbox\n"))
    #expect(!result.output.contains("lock"))
    #expect(result.error.contains("it is a symbolic link to \(target), where no file is"))
  }

  @Test func aLinkToAStoreIsTheStore() throws {
    let result = try shell.pipeline(
      """
      ln -s box/a.store link.store; "$APPSHELL" --store link.store -c 'log Weight 2' >log
      "$APPSHELL" --format csv --store box/a.store -c 'count ItemData'
      """)
    #expect(result == .init(status: 0, output: "count\n2\n", error: ""))
  }
}
