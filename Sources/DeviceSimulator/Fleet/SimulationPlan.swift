public import DeviceProtocol
import Foundation

/// The plan of all steps with device and time, drawn from a seed before anything is sent.
///
/// Each device has its own generator, so more devices change nothing for the others.
public struct SimulationPlan: Hashable, Sendable {
    /// Something a device does at a time.
    public struct Step: Hashable, Sendable {
        /// Milliseconds after the ramp.
        public let offset: Int
        /// What is done.
        public let action: SimulationAction
        /// Which app does it, by its place among those of the device.
        public let app: Int
    }

    /// The steps of a device, in order.
    public struct Device: Hashable, Sendable {
        /// Its number, from 0.
        public let index: Int
        /// Seconds by which its clock is wrong.
        public let clockSkew: Int
        /// Its steps after its first launch.
        public let steps: [Step]
    }

    /// The devices by number.
    public let devices: [Device]

    /// Draws a plan.
    ///
    /// - Parameters:
    ///   - script: The steps of devices.
    ///   - apps: The apps on each device; none for a single one.
    ///   - count: How many there are.
    ///   - rate: Steps of the whole fleet a second.
    ///   - duration: Seconds in which steps begin.
    ///   - seed: Seed of all random choices.
    public init(
        _ script: SimulationScript, apps: [BundleIdentifier] = [], devices count: Int, rate: Double,
        duration: Double, seed: UInt64
    ) {
        devices = (0..<count).map { index in
            var generator = SplitMix64(seed: seed, device: index, purpose: 1)
            let skew = script.knobs.clockSkew
            let clockSkew = skew == 0 ? 0 : Int.random(in: -skew...skew, using: &generator)
            var planner = DevicePlanner(
                script: script, apps: apps, gap: Double(count) / rate, end: Int(duration * 1000), generator: generator)
            return Device(index: index, clockSkew: clockSkew, steps: planner.steps())
        }
    }

    /// How many steps there are.
    public var stepCount: Int { devices.reduce(0) { $0 + $1.steps.count } }
}

/// Draws the steps of one device.
private struct DevicePlanner {
    let script: SimulationScript
    let apps: [BundleIdentifier]
    /// Mean seconds between two steps.
    let gap: Double
    /// Milliseconds after which no step begins.
    let end: Int
    var generator: SplitMix64

    mutating func steps() -> [SimulationPlan.Step] {
        // The first launch is what the ramp is for.
        let story = Array(script.steps.drop { $0.action == .firstLaunch })
        var steps: [SimulationPlan.Step] = []
        var offset = pause()
        var position = 0
        while offset < end {
            let step = story.isEmpty ? draw() : story[position % story.count]
            let app = place(of: step.app)
            position += 1
            if generator.happens(script.knobs.reenroll) {
                steps.append(.init(offset: offset, action: .reenroll, app: app))
            }
            if case .wait(let seconds) = step.action {
                offset += seconds * 1000
                // A story that only waits has an end, too.
                if seconds == 0 { offset += 1 }
                continue
            }
            steps.append(.init(offset: offset, action: step.action, app: app))
            offset += pause()
        }
        return steps
    }

    /// The place of an app; of no particular one, that of any.
    ///
    /// A single app needs no number drawn.
    private mutating func place(of app: BundleIdentifier?) -> Int {
        guard apps.count > 1 else { return 0 }
        return app.flatMap { apps.firstIndex(of: $0) } ?? Int(generator.next() % UInt64(apps.count))
    }

    /// Milliseconds to the next step: as between calls that know nothing of each other, at least one.
    private mutating func pause() -> Int {
        let uniform = Double(generator.next() >> 11) * 0x1p-53
        return max(1, Int((-log(1 - uniform) * gap * 1000).rounded()))
    }

    private mutating func draw() -> SimulationScript.Step {
        let sum = script.weights.reduce(0) { $0 + $1.weight }
        var rest = Double(generator.next() >> 11) * 0x1p-53 * sum
        for entry in script.weights {
            rest -= entry.weight
            if rest < 0 { return SimulationScript.Step(entry.action, app: entry.app) }
        }
        let last = script.weights.last { $0.weight > 0 }
        return SimulationScript.Step(last?.action ?? .beacon, app: last?.app)
    }
}
