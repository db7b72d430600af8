import Foundation

/// Who does what and when, drawn from a seed before anything is sent.
///
/// Each device has a generator of its own: more devices change nothing for those that were there.
public struct SimulationPlan: Hashable, Sendable {
    /// Something a device does at a time.
    public struct Step: Hashable, Sendable {
        /// Milliseconds after the ramp.
        public let offset: Int
        /// What is done.
        public let action: SimulationAction
    }

    /// What a device does, in order.
    public struct Device: Hashable, Sendable {
        /// Its number, from 0.
        public let index: Int
        /// Seconds by which its clock is wrong.
        public let clockSkew: Int
        /// What it does after its first launch.
        public let steps: [Step]
    }

    /// The devices by number.
    public let devices: [Device]

    /// Draws a plan.
    ///
    /// - Parameters:
    ///   - script: What devices do.
    ///   - count: How many there are.
    ///   - rate: Steps of the whole fleet a second.
    ///   - duration: Seconds in which steps begin.
    ///   - seed: Seed of all random choices.
    public init(_ script: SimulationScript, devices count: Int, rate: Double, duration: Double, seed: UInt64) {
        devices = (0..<count).map { index in
            var generator = SplitMix64(seed: seed, device: index, purpose: 1)
            let skew = script.knobs.clockSkew
            let clockSkew = skew == 0 ? 0 : Int.random(in: -skew...skew, using: &generator)
            var planner = DevicePlanner(
                script: script, gap: Double(count) / rate, end: Int(duration * 1000), generator: generator)
            return Device(index: index, clockSkew: clockSkew, steps: planner.steps())
        }
    }

    /// How many steps there are.
    public var stepCount: Int { devices.reduce(0) { $0 + $1.steps.count } }
}

/// Draws the steps of one device.
private struct DevicePlanner {
    let script: SimulationScript
    /// Mean seconds between two steps.
    let gap: Double
    /// Milliseconds after which no step begins.
    let end: Int
    var generator: SplitMix64

    mutating func steps() -> [SimulationPlan.Step] {
        // The first launch is what the ramp is for.
        let story = Array(script.steps.drop { $0 == .firstLaunch })
        var steps: [SimulationPlan.Step] = []
        var offset = pause()
        var position = 0
        while offset < end {
            let action = story.isEmpty ? draw() : story[position % story.count]
            position += 1
            if generator.happens(script.knobs.reenroll) { steps.append(.init(offset: offset, action: .reenroll)) }
            if case .wait(let seconds) = action {
                offset += seconds * 1000
                // A story that only waits has an end, too.
                if seconds == 0 { offset += 1 }
                continue
            }
            steps.append(.init(offset: offset, action: action))
            offset += pause()
        }
        return steps
    }

    /// Milliseconds to the next step: as between calls that know nothing of each other, at least one.
    private mutating func pause() -> Int {
        let uniform = Double(generator.next() >> 11) * 0x1p-53
        return max(1, Int((-log(1 - uniform) * gap * 1000).rounded()))
    }

    private mutating func draw() -> SimulationAction {
        let sum = script.weights.reduce(0) { $0 + $1.weight }
        var rest = Double(generator.next() >> 11) * 0x1p-53 * sum
        for entry in script.weights {
            rest -= entry.weight
            if rest < 0 { return entry.action }
        }
        return script.weights.last { $0.weight > 0 }?.action ?? .beacon
    }
}
