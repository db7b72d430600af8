import Foundation

/// The result of a simulation.
public struct SimulationReport: Codable, Sendable {
    /// The report of one call.
    public struct Call: Codable, Sendable {
        /// Method and path.
        public let call: String
        /// Requests.
        public let count: Int
        /// Requests that were answered with 400 and above, other than 404, or not at all.
        public let failed: Int
        /// Requests that were answered 404.
        public let notServed: Int
        /// Milliseconds until the answer.
        public let latency: Percentiles
    }

    /// The report of one kind of error.
    public struct Failure: Codable, Sendable {
        /// The client's name for it, and what it was doing.
        public let kind: String
        /// How many there were.
        public let count: Int
        /// The message of one of them.
        public let example: String
    }

    /// The seed.
    public let seed: UInt64
    /// Devices, and how many got through their first launch.
    public let devices, launchedDevices: Int
    /// Steps of the plan, and how many were done.
    public let plannedSteps, steps: Int
    /// Seconds of the ramp, and after it.
    public let rampSeconds, seconds: Double
    /// Requests, of which some were duplicates or broken off on purpose.
    public let requests, duplicates, dropped: Int
    /// Failures that follow from broken connections.
    public let failuresAfterDrops: Int
    /// How often users were prompted, by ``UserPrompt``; prompts that never occurred are missing.
    public let prompts: [String: Int]
    /// Bytes of requests and answers, as HTTP/1.1 has them.
    public let bytesSent, bytesReceived: Int
    /// Milliseconds until an answer.
    public let latency: Percentiles
    /// Calls by path.
    public let calls: [Call]
    /// Errors by kind, the most frequent first.
    public let errors: [Failure]
    /// Whether it was stopped before its end.
    public let isInterrupted: Bool
    /// A line for each request: offset, device, method and path, by device and order.
    public let trace: [String]

    private enum CodingKeys: String, CodingKey {
        case seed, devices, launchedDevices, plannedSteps, steps, rampSeconds, seconds, requests, duplicates, dropped
        case failuresAfterDrops, bytesSent, bytesReceived, latency, calls, errors, isInterrupted
        case prompts
    }

    /// Reads a report; the trace is not part of it.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys) throws -> Value { try fields.decode(Value.self, forKey: key) }
        seed = try read(.seed)
        devices = try read(.devices)
        launchedDevices = try read(.launchedDevices)
        (plannedSteps, steps) = (try read(.plannedSteps), try read(.steps))
        (rampSeconds, seconds) = (try read(.rampSeconds), try read(.seconds))
        requests = try read(.requests)
        duplicates = try read(.duplicates)
        dropped = try read(.dropped)
        (bytesSent, bytesReceived) = (try read(.bytesSent), try read(.bytesReceived))
        latency = try read(.latency)
        calls = try read(.calls)
        errors = try read(.errors)
        prompts = try read(.prompts)
        (failuresAfterDrops, isInterrupted) = (try read(.failuresAfterDrops), try read(.isInterrupted))
        trace = []
    }

    init(
        _ settings: SimulationSettings, counts: SimulationTally.Counts, plannedSteps: Int,
        seconds: (ramp: Double, run: Double), isInterrupted: Bool, trace: [String]
    ) {
        seed = settings.seed
        devices = settings.devices
        launchedDevices = counts.launched
        (self.plannedSteps, steps) = (plannedSteps, counts.steps)
        (rampSeconds, self.seconds) = (Self.rounded(seconds.ramp), Self.rounded(seconds.run))
        requests = counts.requests
        duplicates = counts.duplicates
        dropped = counts.dropped
        failuresAfterDrops = counts.consequences
        (bytesSent, bytesReceived) = (counts.bytesSent, counts.bytesReceived)
        latency = Percentiles(seconds: counts.calls.values.flatMap(\.seconds))
        calls = counts.calls.sorted { $0.key < $1.key }.map { call, count in
            Call(
                call: call.description, count: count.sent, failed: count.failed, notServed: count.notServed,
                latency: Percentiles(seconds: count.seconds))
        }
        errors = counts.errors.map { Failure(kind: $0, count: $1.count, example: $1.example) }
            .sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
        prompts = Dictionary(uniqueKeysWithValues: counts.prompts.map { ($0.rawValue, $1) })
        self.isInterrupted = isInterrupted
        self.trace = trace
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }

    /// How many errors there were.
    public var errorCount: Int { errors.reduce(0) { $0 + $1.count } }

    /// The report as JSON, for programs.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
