import ConsolePlatform
package import Logging
package import MockControl

/// Everything that differs between a real start and a test: time, randomness, the network, the destination of log lines
/// and of figures.
package struct Surroundings: Sendable {
    var clock: ConsoleClock
    var random: RandomSource
    /// Where requests of the console itself go.
    var network: OutgoingNetwork
    /// Logger of the whole console.
    var logger: Logger
    /// Where figures are kept.
    var metrics: MetricRegistry

    /// Made of its parts.
    init(
        clock: ConsoleClock, random: RandomSource, network: OutgoingNetwork = OutgoingNetwork.system(), logger: Logger,
        metrics: MetricRegistry = MetricRegistry(ConsoleMetrics.measured)
    ) {
        self.clock = clock
        self.random = random
        self.network = network
        self.logger = logger
        self.metrics = metrics
    }

    /// The real ones.
    package static func system(
        logger: Logger, metrics: MetricRegistry = MetricRegistry(ConsoleMetrics.measured)
    ) -> Surroundings {
        Surroundings(clock: .system, random: .system, logger: logger, metrics: metrics)
    }
}
