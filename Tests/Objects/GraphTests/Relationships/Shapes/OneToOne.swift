import Strata

// Relationships of one object to one, by which ends are optional, with the inverse stated and without.

enum OneToOneBoth {
  @Model final class Left {
    var right: Right?
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToOneBothStated {
  @Model final class Left {
    @Relationship(inverse: \OneToOneBothStated.Right.left)
    var right: Right?
    init() {}
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToOneLeft {
  @Model final class Left {
    var right: Right?
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToOneLeftStated {
  @Model final class Left {
    @Relationship(inverse: \OneToOneLeftStated.Right.left)
    var right: Right?
    init() {}
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToOneRight {
  @Model final class Left {
    var right: Right
    init(right: Right) { self.right = right }
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToOneRightStated {
  @Model final class Left {
    @Relationship(inverse: \OneToOneRightStated.Right.left)
    var right: Right
    init(right: Right) { self.right = right }
  }

  @Model final class Right {
    var left: Left?
    init() {}
  }
}

enum OneToOneNeither {
  @Model final class Left {
    var right: Right
    init(right: Right) { self.right = right }
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}

enum OneToOneNeitherStated {
  @Model final class Left {
    @Relationship(inverse: \OneToOneNeitherStated.Right.left)
    var right: Right
    init(right: Right) { self.right = right }
  }

  @Model final class Right {
    var left: Left
    init(left: Left) { self.left = left }
  }
}
