public import Logging

/// What varies between a real start and a test: time, randomness, the network, where log lines go.
public struct Surroundings: Sendable {
    var clock: ConsoleClock
    var random: RandomSource
    /// Where requests of the console itself go.
    var network = OutgoingNetwork.system
    /// Logger of the whole console.
    public var logger: Logger

    /// The real ones.
    public static func system(logger: Logger) -> Surroundings {
        Surroundings(clock: .system, random: .system, logger: logger)
    }
}
