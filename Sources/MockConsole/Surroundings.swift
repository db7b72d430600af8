import ConsolePlatform
package import Logging

/// Everything that differs between a real start and a test: time, randomness, the network, and the destination of log
/// lines.
package struct Surroundings: Sendable {
    var clock: ConsoleClock
    var random: RandomSource
    /// Where requests of the console itself go.
    var network = OutgoingNetwork.system
    /// Logger of the whole console.
    var logger: Logger

    /// Made of its parts.
    init(
        clock: ConsoleClock, random: RandomSource, network: OutgoingNetwork = OutgoingNetwork.system, logger: Logger
    ) {
        self.clock = clock
        self.random = random
        self.network = network
        self.logger = logger
    }

    /// The real ones.
    package static func system(logger: Logger) -> Surroundings {
        Surroundings(clock: .system, random: .system, logger: logger)
    }
}
