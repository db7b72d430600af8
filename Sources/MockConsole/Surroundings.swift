public import Logging

/// What varies between a real start and a test: time, randomness, where log lines go.
public struct Surroundings: Sendable {
    var clock: ConsoleClock
    var random: RandomSource
    /// Logger of the whole console.
    public var logger: Logger

    /// The real ones.
    public static func system(logger: Logger) -> Surroundings {
        Surroundings(clock: .system, random: .system, logger: logger)
    }
}
