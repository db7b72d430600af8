import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers

/// The clock of a simulated device: it shows the time of the plan, not of the machine, so that equal plans say equal
/// things.
final class PlannedClock: Sendable {
    /// When every simulation begins: 2026-01-01, UTC.
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private let milliseconds = NIOLockedValueBox(0)
    private let away = NIOLockedValueBox(0)

    /// The time it shows.
    var now: Date {
        Self.start.addingTimeInterval(Double(milliseconds.withLockedValue { $0 }) / 1000)
            .addingTimeInterval(Double(away.withLockedValue { $0 }))
    }

    /// Goes to a time of the plan.
    func set(offset: Int) { milliseconds.withLockedValue { $0 = offset } }

    /// Goes on by more than the plan says, for good.
    func advance(seconds: Int) { away.withLockedValue { $0 += seconds } }
}

/// One device of a fleet.
struct FleetDevice: Sendable {
    let plan: SimulationPlan.Device
    private(set) var app: SimulatedApp
    private let clock: PlannedClock
    private let tally: SimulationTally
    private var generator: SplitMix64
    /// Lines of the trace, in order.
    private(set) var trace: [String] = []

    init(
        _ plan: SimulationPlan.Device, settings: SimulationSettings, transport: @escaping HTTPTransport,
        tally: SimulationTally
    ) {
        self.plan = plan
        self.tally = tally
        let clock = PlannedClock()
        self.clock = clock
        let seed = settings.seed
        let knobs = settings.script.knobs
        var setup = settings.setup
        (setup.notNow, setup.silence) = (knobs.notNow, knobs.silence)
        setup.deviceName = "Simulated iPhone \(plan.index + 1)"
        let wire = ClientWire(
            transport, faults: WireFaults(duplicates: knobs.duplicates, drops: knobs.drops),
            generator: SplitMix64(seed: seed, device: plan.index, purpose: 2), observe: { tally.note($0) })
        let skew = Double(plan.clockSkew)
        app = SimulatedApp(
            setup, generator: SplitMix64(seed: seed, device: plan.index, purpose: 3), wire: wire,
            now: { clock.now.addingTimeInterval(skew) }, signingDate: { Date().addingTimeInterval(skew) })
        generator = SplitMix64(seed: seed, device: plan.index, purpose: 4)
    }

    /// The launch that makes it a device of the console; no request of it is broken on purpose.
    mutating func ramp(keepsTrace: Bool) async {
        app.wire.isFaulty = false
        await perform(.firstLaunch, offset: nil, keepsTrace: keepsTrace)
        app.wire.isFaulty = true
    }

    /// Carries out a step of the plan.
    mutating func perform(_ step: SimulationPlan.Step, keepsTrace: Bool) async {
        clock.set(offset: step.offset)
        await perform(step.action, offset: step.offset, keepsTrace: keepsTrace)
    }

    private mutating func perform(_ action: SimulationAction, offset: Int?, keepsTrace: Bool) async {
        var failures: [ClientFailure] = []
        var hasDropped = false
        func finish(_ outcome: LaunchOutcome, in device: inout FleetDevice) {
            failures += outcome.failures
            hasDropped = hasDropped || outcome.hasDropped
            if keepsTrace { device.note(outcome.requests, offset: offset) }
        }
        // What lost its enrollment, on purpose or not, has to be launched before it can do anything.
        if !app.state.isSecured, action != .firstLaunch, action != .relaunch { finish(await app.launch(), in: &self) }
        let result = await carryOut(action)
        finish(result, in: &self)
        guard !Task.isCancelled else { return }
        if hasDropped { tally.noteConsequences(failures.count) } else { tally.note(failures, of: action) }
        if offset == nil { tally.noteLaunch(isSuccess: app.state.isSecured) } else { tally.noteStep() }
    }

    private mutating func note(_ requests: [SentRequest], offset: Int?) {
        let time = offset.map { String(format: "%.3f", Double($0) / 1000) } ?? "ramp"
        for request in requests {
            let line = "\(time) \(plan.index + 1) \(request.call.method) \(request.target)"
            trace += Array(repeating: line, count: request.copies)
        }
    }

    private mutating func carryOut(_ action: SimulationAction) async -> LaunchOutcome {
        switch action {
        case .firstLaunch:
            app.reinstall()
            return await app.launch()
        case .relaunch: return await app.launch()
        case .foreground(let away):
            clock.advance(seconds: away)
            return await app.foreground()
        case .log(let bytes): app.log(text(bytes: bytes))
        case .analytics(let events):
            for number in 1...events {
                app.record("simulated_event", value: "\(generator.next() % 1000 + UInt64(number))", type: .integer)
            }
        default: break
        }
        return await app.noting { app in
            switch action {
            case .beacon: try await app.sendBeacon()
            case .log: await app.uploadLogs()
            case .analytics: await app.sendAnalytics()
            case .commands: try await app.checkCommands()
            case .background: await app.background()
            case .reenroll: try await app.reenroll()
            case .unenroll: await app.logOut()
            default: break
            }
        }
    }

    /// Lines of a log, so many bytes in all.
    private mutating func text(bytes: Int) -> String {
        var text = ""
        while text.utf8.count < bytes {
            text += "\(SignatureDate.format(clock.now)) information request \(generator.hexadecimal(24)) done\n"
        }
        return String(text.prefix(bytes))
    }
}
