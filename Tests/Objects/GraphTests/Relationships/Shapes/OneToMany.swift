import Strata

// Relationships of one object to many, by which ends are optional, with the inverse stated and without.

enum OneToManyBoth {
  @Model final class Left {
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToManyBothStated {
  @Model final class Left {
    @Relationship(inverse: \OneToManyBothStated.Right.left)
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToManyLeft {
  @Model final class Left {
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToManyLeftStated {
  @Model final class Left {
    @Relationship(inverse: \OneToManyLeftStated.Right.left)
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToManyRight {
  @Model final class Left {
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToManyRightStated {
  @Model final class Left {
    @Relationship(inverse: \OneToManyRightStated.Right.left)
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToManyNeither {
  @Model final class Left {
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToManyNeitherStated {
  @Model final class Left {
    @Relationship(inverse: \OneToManyNeitherStated.Right.left)
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}
