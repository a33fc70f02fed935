extension CorpusEntry {
  static let accessors: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var get: Int
      var set = 3
      var open: Bool = true
      var actor = 1
      var async: Int { 3 }
      var lazy: Int = 2
      var willSet: Int = 3
      var didSet: Int { willSet }
      """###,
      [
        ###"var get : ⟨Int⟩"###,
        ###"var set = ⟨3⟩"###,
        ###"var open : ⟨Bool⟩ = ⟨true⟩"###,
        ###"var actor = ⟨1⟩"###,
        ###"var async : ⟨Int⟩ {getter}"###,
        ###"var lazy : ⟨Int⟩ = ⟨2⟩"###,
        ###"var willSet : ⟨Int⟩ = ⟨3⟩"###,
        ###"var didSet : ⟨Int⟩ {willSet}"###,
      ]),
    CorpusEntry(
      ###"""
      var x = 3 { didSet { print(oldValue) } }
      """###,
      [
        ###"var x = ⟨3⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int = 3 { willSet(newThing) { print(newThing) } didSet { } }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨3⟩ {willSet didSet}"###
      ]),
    CorpusEntry(
      ###"""
      var x = f { $0 + 1 } { didSet { } }
      """###,
      [
        ###"var x = ⟨f { $0 + 1 }⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      static let x = 3
      static var y: Int { get { 3 } set { } }
      nonisolated(unsafe) static var z = 4
      unowned(unsafe) let w: A
      weak var v: A?
      public private(set) var u = 3
      lazy var t: Int = { 3 }()
      lazy var s = { 3 }()
      package(set) public var r = 1
      """###,
      [
        ###"static let x = ⟨3⟩"###,
        ###"static var y : ⟨Int⟩ {get set}"###,
        ###"nonisolated(unsafe) static var z = ⟨4⟩"###,
        ###"unowned(unsafe) let w : ⟨A⟩"###,
        ###"weak var v : ⟨A?⟩"###,
        ###"public private(set) var u = ⟨3⟩"###,
        ###"lazy var t : ⟨Int⟩ = ⟨{ 3 }()⟩"###,
        ###"lazy var s = ⟨{ 3 }()⟩"###,
        ###"package(set) public var r = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int { 3 }
      var y: Int { get { 3 } }
      var z: Int { get async throws { 3 } }
      var w: Int { _read { yield a } _modify { yield &a } }
      var v: Int { mutating get { 3 } nonmutating set(v) { } }
      var u: Int { @inlinable get { 3 } @Foo(1) set { } }
      var t: Int {
        #if A
        return 1
        #else
        return 2
        #endif
      }
      var s: Int = 3 { @storageRestrictions(initializes: _s) init(newValue) { _s = newValue } get { _s } set { _s = newValue } }
      var r: Int { init { } get { 1 } }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###,
        ###"var y : ⟨Int⟩ {get}"###,
        ###"var z : ⟨Int⟩ {get}"###,
        ###"var w : ⟨Int⟩ {_read _modify}"###,
        ###"var v : ⟨Int⟩ {get set}"###,
        ###"var u : ⟨Int⟩ {get set}"###,
        ###"var t : ⟨Int⟩ {getter}"###,
        ###"var s : ⟨Int⟩ = ⟨3⟩ {init get set}"###,
        ###"var r : ⟨Int⟩ {init get}"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int { get set }
      var y: Int { get async throws }
      """###,
      [
        ###"var x : ⟨Int⟩ {get set}"###,
        ###"var y : ⟨Int⟩ {get}"###,
      ]),
    CorpusEntry(
      ###"""
      subscript(i: Int) -> Int { 3 }
      subscript<T>(_ i: T, b: Int = 3) -> T where T: P { get { i } set { } }
      static subscript(dynamicMember m: String) -> Int { get { 3 } }
      """###,
      [
        ###"subscript (_ i: ⟨Int⟩) -> ⟨Int⟩ {getter}"###,
        ###"subscript <T> (_ i: ⟨T⟩ , _ b: ⟨Int⟩ = ⟨3⟩) -> ⟨T⟩ where T: P {get set}"###,
        ###"static subscript (dynamicMember m: ⟨String⟩) -> ⟨Int⟩ {get}"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo()
      { didSet {} }
      """###,
      [
        ###"var x = ⟨foo()⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      struct get {}
      func set() {}
      enum willSet {}
      """###,
      [
        ###"struct get"###,
        ###"func set ()"###,
        ###"enum willSet"###,
      ]),
    CorpusEntry(
      ###"""
      var x = Foo { get { 3 } }
      var y = foo { set in 3 }
      var z = foo { get }
      var w = foo { init() }
      var v: Int { get() }
      var u: Int { set.count }
      """###,
      [
        ###"var x = ⟨Foo { get { 3 } }⟩"###,
        ###"var y = ⟨foo { set in 3 }⟩"###,
        ###"var z = ⟨foo { get }⟩"###,
        ###"var w = ⟨foo⟩ {getter}"###,
        ###"var v : ⟨Int⟩ {getter}"###,
        ###"var u : ⟨Int⟩ {getter}"###,
      ]),
    CorpusEntry(
      ###"""
      let a = b, c = d {
        didSet { }
      }
      """###,
      [
        ###"let a = ⟨b⟩ , c = ⟨d⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int = f { mutating get { 3 } }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨f { mutating get { 3 } }⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int = f { @Foo didSet { 3 } }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨f⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { get { 1 } ; set { 2 } }
      """###,
      [
        ###"var x : ⟨Int⟩ {get set}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { #if A
      get { 1 }
      #else
      get { 2 }
      #endif
      }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: (a: Int, b: (String) -> Void)? { didSet { } }
      """###,
      [
        ###"var x : ⟨(a: Int, b: (String) -> Void)?⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      lazy var x: Int = { [unowned self] in self.y }() { didSet { } }
      """###,
      [
        ###"lazy var x : ⟨Int⟩ = ⟨{ [unowned self] in self.y }()⟩ {didSet}"###
      ]),
    CorpusEntry(
      ###"""
      @Published private(set) var x: [String: [Int]] = [:] {
        willSet { objectWillChange.send() }
        didSet(old) { if old != x { foo() } }
      }
      """###,
      [
        ###"@Published private(set) var x : ⟨[String: [Int]]⟩ = ⟨[:]⟩ {willSet didSet}"###
      ]),
    CorpusEntry(
      ###"""
      #if os(iOS) || (os(macOS) && !targetEnvironment(macCatalyst))
      var x = 3
      #elseif swift(>=5.9) && compiler(<7)
      var x = 4
      #endif // os
      """###,
      [
        ###"[os(iOS) || (os(macOS) && !targetEnvironment(macCatalyst))] var x = ⟨3⟩ [!(os(iOS) || (os(macOS) && !targetEnvironment(macCatalyst))) && (swift(>=5.9) && compiler(<7))] var x = ⟨4⟩"###
      ]),
    CorpusEntry(
      ###"""
      var body: some View
      {
        get
        {
          3
        }
      }
      """###,
      [
        ###"var body : ⟨some View⟩ {get}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int = 1 { didSet { x = y / 2; z = w / 3 } }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨1⟩ {didSet}"###
      ]),
  ]
}
