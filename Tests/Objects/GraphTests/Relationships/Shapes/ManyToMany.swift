import Strata

// Relationships of many objects to many, by which ends are optional, with the inverse stated and without.

enum ManyToManyBoth {
  @Model final class Left {
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: [Left]?
    init() {}
  }
}

enum ManyToManyBothStated {
  @Model final class Left {
    @Relationship(inverse: \ManyToManyBothStated.Right.left)
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: [Left]?
    init() {}
  }
}

enum ManyToManyLeft {
  @Model final class Left {
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: [Left] = []
    init() {}
  }
}

enum ManyToManyLeftStated {
  @Model final class Left {
    @Relationship(inverse: \ManyToManyLeftStated.Right.left)
    var right: [Right]?
    init() {}
  }

  @Model final class Right {
    var left: [Left] = []
    init() {}
  }
}

enum ManyToManyRight {
  @Model final class Left {
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: [Left]?
    init() {}
  }
}

enum ManyToManyRightStated {
  @Model final class Left {
    @Relationship(inverse: \ManyToManyRightStated.Right.left)
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: [Left]?
    init() {}
  }
}

enum ManyToManyNeither {
  @Model final class Left {
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: [Left] = []
    init() {}
  }
}

enum ManyToManyNeitherStated {
  @Model final class Left {
    @Relationship(inverse: \ManyToManyNeitherStated.Right.left)
    var right: [Right] = []
    init() {}
  }

  @Model final class Right {
    var left: [Left] = []
    init() {}
  }
}
