import Testing

/// Tests over real sockets. One after the other: they measure time limits, and a server each is load enough for a small machine.
@Suite(.serialized, .timeLimit(.minutes(2))) enum Live {}
