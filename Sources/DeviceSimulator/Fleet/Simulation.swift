import Foundation

/// A fleet of devices that does what its plan says.
public struct Simulation: Sendable {
    /// How far a simulation has come.
    public struct Progress: Sendable {
        /// Seconds since it began.
        public let seconds: Double
        /// Devices whose first launch is over, and how many there are.
        public let ramp: (done: Int, all: Int)
        /// Steps that are done, and how many there are.
        public let steps: (done: Int, all: Int)
        /// Requests so far.
        public let requests: Int
        /// Errors so far.
        public let errors: Int
    }

    private let settings: SimulationSettings
    private let plan: SimulationPlan
    private let transport: HTTPTransport
    private let tally = SimulationTally()
    private let start = ContinuousClock.now

    /// Draws the plan.
    public init(_ settings: SimulationSettings, transport: @escaping HTTPTransport) {
        self.settings = settings
        self.transport = transport
        plan = SimulationPlan(
            settings.script, apps: settings.installedApps.map(\.bundle), devices: settings.devices,
            rate: settings.rate, duration: settings.duration, seed: settings.seed)
    }

    /// How far it has come.
    public var progress: Progress {
        let counts = tally.counts
        return Progress(
            seconds: Self.seconds(since: start), ramp: (counts.ramped, settings.devices),
            steps: (counts.steps, plan.stepCount), requests: counts.requests, errors: counts.errorCount)
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .seconds(1)
    }

    /// Launches every device, then carries out the plan; ends early, but with a report, once its task is cancelled.
    public func run() async -> SimulationReport {
        let devices = await ramp()
        let rampSeconds = Self.seconds(since: start)
        let begin = ContinuousClock.now
        let done = await carryOut(devices, from: begin)
        return SimulationReport(
            settings, counts: tally.counts, plannedSteps: plan.stepCount,
            seconds: (rampSeconds, Self.seconds(since: begin)), isInterrupted: Task.isCancelled,
            trace: done.flatMap(\.trace))
    }

    /// The first launches, a few at a time.
    private func ramp() async -> [FleetDevice] {
        await withTaskGroup(of: FleetDevice.self) { group in
            var waiting = plan.devices.makeIterator()
            func launchNext() {
                guard !Task.isCancelled, let next = waiting.next() else { return }
                var device = FleetDevice(next, settings: settings, transport: transport, tally: tally)
                group.addTask {
                    await device.ramp(keepsTrace: settings.keepsTrace)
                    return device
                }
            }
            for _ in 0..<settings.rampConcurrency { launchNext() }
            var devices: [FleetDevice] = []
            for await device in group {
                devices.append(device)
                launchNext()
            }
            return devices.sorted { $0.plan.index < $1.plan.index }
        }
    }

    private func carryOut(_ devices: [FleetDevice], from begin: ContinuousClock.Instant) async -> [FleetDevice] {
        await withTaskGroup(of: FleetDevice.self) { group in
            for device in devices {
                group.addTask {
                    var device = device
                    for step in device.plan.steps {
                        try? await Task.sleep(until: begin + .milliseconds(step.offset))
                        guard !Task.isCancelled else { break }
                        await device.perform(step, keepsTrace: settings.keepsTrace)
                    }
                    return device
                }
            }
            var done: [FleetDevice] = []
            for await device in group { done.append(device) }
            return done.sorted { $0.plan.index < $1.plan.index }
        }
    }
}
