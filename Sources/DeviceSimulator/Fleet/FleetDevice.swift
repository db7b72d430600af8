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
    private(set) var device: SimulatedDevice
    private let clock: PlannedClock
    private let wire: ClientWire
    private let tally: SimulationTally
    private let bundles: [BundleIdentifier]
    /// Who uses the device, in turn.
    private var users: [ClientSetup.User]
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
        wire = ClientWire(
            transport, faults: WireFaults(duplicates: knobs.duplicates, drops: knobs.drops),
            generator: SplitMix64(seed: seed, device: plan.index, purpose: 2), observe: { tally.note($0) })
        let skew = Double(plan.clockSkew)
        device = SimulatedDevice(
            wire: wire, now: { clock.now.addingTimeInterval(skew) },
            signingDate: { Date().addingTimeInterval(skew) },
            makeGenerator: { app in
                // Purposes up to 4 belong to the device.
                SplitMix64(seed: seed, device: plan.index, purpose: app == 0 ? 3 : UInt64(app) + 4)
            })
        let setups = Self.setups(of: plan, settings)
        bundles = setups.map(\.bundle)
        users = settings.script.users + [settings.setup.user]
        generator = SplitMix64(seed: seed, device: plan.index, purpose: 4)
        for setup in setups { device.install(setup) }
    }

    private static func setups(of plan: SimulationPlan.Device, _ settings: SimulationSettings) -> [ClientSetup] {
        settings.installedApps.map { app in
            var setup = settings.setup
            (setup.bundle, setup.cluster) = (app.bundle, app.prefix)
            (setup.notNow, setup.silence) = (settings.script.knobs.notNow, settings.script.knobs.silence)
            setup.deviceName = "Simulated iPhone \(plan.index + 1)"
            return setup
        }
    }

    /// The launches that make it a device of the console; no request of them is broken on purpose.
    mutating func ramp(keepsTrace: Bool) async {
        wire.isFaulty = false
        for app in bundles.indices { await perform(.firstLaunch, by: app, offset: nil, keepsTrace: keepsTrace) }
        wire.isFaulty = true
        guard !Task.isCancelled else { return }
        tally.noteLaunch(isSuccess: device.apps.allSatisfy(\.state.isSecured))
    }

    /// Carries out a step of the plan.
    mutating func perform(_ step: SimulationPlan.Step, keepsTrace: Bool) async {
        clock.set(offset: step.offset)
        await perform(step.action, by: step.app, offset: step.offset, keepsTrace: keepsTrace)
    }

    private mutating func perform(
        _ action: SimulationAction, by index: Int, offset: Int?, keepsTrace: Bool
    ) async {
        var outcomes: [LaunchOutcome] = []
        if action == .changeUser { handOver() }
        // On a device with other apps, the keychain of the cluster outlives the installation.
        if action == .firstLaunch, offset != nil { device.install(device.apps[index].setup) }
        var generator = generator
        let clock = clock
        await device.use(at: index) { app in
            // An app that lost its enrollment has to be launched before it can do anything.
            if !app.state.isSecured, action != .firstLaunch, action != .relaunch { outcomes.append(await app.launch()) }
            outcomes.append(await app.carryOut(action, clock: clock, generator: &generator))
        }
        self.generator = generator
        for outcome in outcomes {
            tally.note(outcome.prompts)
            if keepsTrace { note(outcome.requests, by: index, offset: offset) }
        }
        guard !Task.isCancelled else { return }
        let failures = outcomes.flatMap(\.failures)
        if outcomes.contains(where: \.hasDropped) {
            tally.noteConsequences(failures.count)
        } else {
            tally.note(failures, of: action)
        }
        if offset != nil { tally.noteStep() }
    }

    /// The next user takes the device.
    private mutating func handOver() {
        let user = users.removeFirst()
        users.append(user)
        device.hand(to: user)
    }

    private mutating func note(_ requests: [SentRequest], by app: Int, offset: Int?) {
        let name = bundles.count > 1 ? "\(plan.index + 1)/\(bundles[app])" : "\(plan.index + 1)"
        let time = offset.map { String(format: "%.3f", Double($0) / 1000) } ?? "ramp"
        for request in requests {
            let line = "\(time) \(name) \(request.call.method) \(request.target)"
            trace += Array(repeating: line, count: request.copies)
        }
    }
}

extension SimulatedApp {
    /// Does what a step says.
    fileprivate mutating func carryOut(
        _ action: SimulationAction, clock: PlannedClock, generator: inout SplitMix64
    ) async -> LaunchOutcome {
        switch action {
        case .firstLaunch, .relaunch: return await launch()
        case .foreground(let away):
            clock.advance(seconds: away)
            return await foreground()
        case .log(let bytes): log(Self.text(bytes: bytes, at: clock.now, &generator))
        case .analytics(let events):
            for number in 1...events {
                record("simulated_event", value: "\(generator.next() % 1000 + UInt64(number))", type: .integer)
            }
        default: break
        }
        return await noting { app in
            switch action {
            case .beacon: try await app.sendBeacon()
            case .log: await app.uploadLogs()
            case .analytics: await app.sendAnalytics()
            case .commands: try await app.checkCommands()
            case .background: await app.background()
            case .reenroll, .changeUser: try await app.reenroll()
            case .unenroll: await app.logOut()
            default: break
            }
        }
    }

    /// Lines of a log, so many bytes in all.
    private static func text(bytes: Int, at time: Date, _ generator: inout SplitMix64) -> String {
        var text = ""
        while text.utf8.count < bytes {
            text += "\(SignatureDate.format(time)) information request \(generator.hexadecimal(24)) done\n"
        }
        return String(text.prefix(bytes))
    }
}
