import Foundation
import Testing

@testable import DeviceSimulator

/// Plans are drawn from a seed and nothing else.
struct PlanTests {
    private func plan(
        _ script: SimulationScript = SimulationScript(), devices: Int = 20, rate: Double = 10, duration: Double = 30,
        seed: UInt64 = 7
    ) -> SimulationPlan {
        SimulationPlan(script, devices: devices, rate: rate, duration: duration, seed: seed)
    }

    @Test func `Equal seeds make equal plans, others others`() {
        #expect(plan() == plan())
        #expect(plan() != plan(seed: 8))
    }

    @Test func `More devices change nothing for those that were there`() {
        // The rate is that of the fleet: a device's share has to stay the same.
        #expect(plan(devices: 5, rate: 5).devices == Array(plan(devices: 50, rate: 50).devices.prefix(5)))
    }

    @Test func `Steps lie within the duration, in order, as many as the rate says`() {
        let plan = plan(devices: 100, rate: 50, duration: 60)
        for device in plan.devices {
            let offsets = device.steps.map(\.offset)
            #expect(offsets == offsets.sorted())
            #expect(offsets.allSatisfy { (1..<60_000).contains($0) })
        }
        #expect((2700...3300).contains(plan.stepCount), "\(plan.stepCount)")
    }

    @Test func `Actions are drawn by their weights`() {
        var script = SimulationScript()
        script.weights = [
            .init(action: .beacon, weight: 3), .init(action: .commands, weight: 1),
            .init(action: .relaunch, weight: 0),
        ]
        let actions = plan(script, devices: 100, rate: 100, duration: 60).devices.flatMap(\.steps).map(\.action)
        let share = Double(actions.filter { $0 == .beacon }.count) / Double(actions.count)
        #expect((0.72...0.78).contains(share), "\(share)")
        #expect(!actions.contains(.relaunch))
    }

    @Test func `A story is carried out over and over, without its first launch, and waits`() throws {
        var script = SimulationScript()
        script.steps = [.init(.firstLaunch), .init(.beacon), .init(.wait(seconds: 10)), .init(.commands)]
        let steps = try #require(plan(script, devices: 1, rate: 10, duration: 60).devices.first).steps
        #expect(steps.prefix(4).map(\.action) == [.beacon, .commands, .beacon, .commands])
        #expect(steps[1].offset - steps[0].offset >= 10_000)
        script.steps = [.init(.wait(seconds: 0))]
        #expect(plan(script, devices: 1).stepCount == 0)
    }

    @Test func `Clocks are wrong by no more than they may, and devices sign in again now and then`() {
        var script = SimulationScript()
        script.knobs.clockSkew = 300
        script.knobs.reenroll = 0.5
        let plan = plan(script)
        #expect(plan.devices.allSatisfy { (-300...300).contains($0.clockSkew) })
        #expect(Set(plan.devices.map(\.clockSkew)).count > 10)
        let actions = plan.devices.flatMap(\.steps).map(\.action)
        let share = Double(actions.filter { $0 == .reenroll }.count) / Double(actions.count)
        #expect((0.25...0.4).contains(share))
    }

    @Test func `Made-up identifiers have the form of real ones`() throws {
        var generator = SplitMix64(seed: 1)
        let (digits, uuid) = (generator.hexadecimal(40), generator.uuid())
        #expect(digits.count == 40)
        #expect(UUID(uuidString: uuid) != nil)
        let (never, always) = (generator.happens(0), generator.happens(1))
        #expect(!never && always)
        var streams = Set<UInt64>()
        for device in 0..<100 {
            for purpose in UInt64(1)...4 {
                var generator = SplitMix64(seed: 1, device: device, purpose: purpose)
                streams.insert(generator.next())
            }
        }
        #expect(streams.count == 400)
    }

    @Test(
        arguments: [
            ([], [0, 0, 0, 0]), ([0.5], [500, 500, 500, 500]), ([0.001, 0.002], [1, 2, 2, 2]),
            ((1...100).map { Double($0) / 1000 }.reversed(), [50, 90, 99, 100]),
            ((1...1000).map { Double($0) / 1000 }, [500, 900, 990, 1000]),
        ] as [([Double], [Double])])
    func `Percentiles are taken by nearest rank, in milliseconds`(seconds: [Double], expected: [Double]) {
        let found = Percentiles(seconds: seconds)
        #expect([found.p50, found.p90, found.p99, found.max] == expected)
    }
}

/// Scripts say what devices do, and are told what is wrong with them.
struct ScriptTests {
    @Test func `A script has steps and knobs`() throws {
        let script = try SimulationScript(
            yaml: """
                steps: [firstLaunch, beacon, log: {bytes: 2048}, commands, analytics: {events: 10}, foreground, relaunch,
                        unenroll, wait: 5, foreground: 4000]
                knobs: {notNow: 0.1, silence: 0.05, reenroll: 0.01, clockSkew: 300, duplicate: 0.02, drop: 0.03}
                """)
        #expect(
            script.steps.map(\.action) == [
                .firstLaunch, .beacon, .log(bytes: 2048), .commands, .analytics(events: 10), .foreground(away: 60),
                .relaunch, .unenroll, .wait(seconds: 5), .foreground(away: 4000),
            ])
        var knobs = SimulationScript.Knobs()
        knobs.notNow = 0.1
        knobs.silence = 0.05
        knobs.reenroll = 0.01
        knobs.clockSkew = 300
        knobs.duplicates = 0.02
        knobs.drops = 0.03
        #expect(script.knobs == knobs)
    }

    @Test func `A script has weights`() throws {
        let script = try SimulationScript(
            yaml: "weights:\n  beacon: 60\n  log: {weight: 2.5, bytes: 10}\n  commands: 0\n")
        #expect(
            script.weights == [
                .init(action: .beacon, weight: 60), .init(action: .log(bytes: 10), weight: 2.5),
                .init(action: .commands, weight: 0),
            ])
    }

    @Test func `The example is right`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/simulate.yaml")
        let script = try SimulationScript(yaml: try String(contentsOf: file, encoding: .utf8))
        #expect(script.weights.count == 7)
        #expect(script.knobs.drops == 0.02)
    }

    @Test func `An empty script is what a fleet does anyway`() throws {
        #expect(try SimulationScript(yaml: "") == SimulationScript())
        #expect(try SimulationScript(yaml: "knobs: {}") == SimulationScript())
    }

    @Test(arguments: [
        ("[beacon]", "line 1: a script is a mapping"), ("colour: red", "line 1: a script has no key \"colour\""),
        ("steps: beacon", "line 1: steps: must be a list"), ("steps: []", "line 1: steps: must be a list"),
        ("steps:\n  - beacon\n  - fly", "line 3: there is no action \"fly\"; there are firstLaunch"),
        ("steps: [firstLaunch]", "something has to follow"), ("steps:\n- [beacon]", "line 2: steps: a step is"),
        ("steps: [log: {size: 1}]", "line 1: log: has no setting \"size\"; it may have app, bytes"),
        ("steps: [log: {bytes: 0}]", "log.bytes: must be a whole number from 1"),
        ("steps: [wait: soon]", "wait: must be a whole number from 0 to 86400"),
        ("steps: [beacon: 5]", "beacon: has no settings"), ("weights: {}", "weights: must be a mapping"),
        ("weights: {beacon: 0}", "one of them has to be above 0"),
        ("weights: {beacon: -1}", "weights.beacon: must be a number from 0"),
        ("weights: {log: {weight: 1, size: 2}}", "it may have weight, app, bytes"),
        ("steps: [beacon]\nweights: {beacon: 1}", "steps or weights, not both"),
        ("knobs: [1]", "knobs: must be a mapping"), ("knobs:\n  drops: 1", "line 2: there is no knob \"drops\""),
        ("knobs: {drop: 2}", "knobs.drop: must be a number from 0 to 1"),
        ("knobs: {drop: nan}", "knobs.drop: must be a number"),
        ("knobs: {clockSkew: 1.5}", "knobs.clockSkew: must be a whole number"), ("a: [", "line 2"),
        ("a: b: c", "line 1"),
    ])
    func `What is wrong is said with its line`(yaml: String, sentence: String) throws {
        let error = try #require(throws: SimulationScriptError.self) { try SimulationScript(yaml: yaml) }
        #expect(error.problems.contains { $0.contains(sentence) }, "\(error.problems)")
    }

    @Test func `Everything that is wrong is said at once`() throws {
        let error = try #require(throws: SimulationScriptError.self) {
            try SimulationScript(yaml: "steps: [fly, swim]\nknobs: {x: 1}\ncolour: red")
        }
        #expect(error.problems.count == 4)
    }
}
