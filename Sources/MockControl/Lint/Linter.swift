import ConsolePlatform
import Foundation

/// Goes through a journal once, entry by entry, and notes what rules find (Lint).
struct Linter {
    /// What the profile of that time has to say about an entry.
    struct Doubt {
        enum Matter {
            /// A log with as much in it, on the scale of profiles.
            case logLevel(Int)
            /// A log over a network that is not Wi-Fi.
            case cellularLog
            case analytics
            /// A profile, of which the journal may not have all.
            case tunnel
        }

        let matter: Matter
        let exchange: LintExchange
        /// The question whose answer decides; nil if nobody can know.
        let question: LintProfileStore.Question?
    }

    /// The most doubts that are left to the versions of profiles.
    private static let doubtLimit = 2000

    var findings: LintFindings
    var apps: [String: LintApp] = [:]
    var devices: [String: LintDevice] = [:]
    /// Devices by app and push token.
    var pushTokens: [String: (device: String, id: Int64)] = [:]
    /// Look-ups by who asks for which domain.
    var lookups: [String: [LintApp.Mark]] = [:]
    /// Until when accounts are locked.
    var locks: [String: (id: Int64, until: Int64)] = [:]
    private(set) var doubts: [Doubt] = []
    private var profileBodies: [Data: LintProfile?] = [:]
    /// How many entries were looked at.
    private(set) var count = 0
    /// Whether the journal has everything there was.
    let isComplete: Bool

    /// A linter with some rules.
    init(rules: Set<String>, isComplete: Bool) {
        findings = LintFindings(rules: rules)
        self.isComplete = isComplete
    }

    /// Looks at the next entry.
    mutating func add(_ entry: JournalEntry) {
        guard let exchange = LintExchange(entry) else { return }
        count += 1
        let app = app(of: exchange)
        let device = device(of: exchange)
        checkTransport(exchange, app)
        checkHeaders(exchange)
        checkRefusal(exchange)
        checkCredentials(exchange, app, device)
        checkAnswer(exchange, app)
        checkLaunch(exchange, app, device)
        checkRecords(exchange, app, device)
        checkCommands(exchange, app)
        remember(exchange, app, device)
    }

    /// Notes what shows only at the end.
    mutating func end() {
        for app in apps.values {
            if let launch = app.withoutBeacon { reportMissingBeacon(launch) }
        }
    }

    /// Judges what was left to the versions of profiles.
    mutating func judge(_ profiles: [LintProfileStore.Question: LintProfile]) {
        for doubt in doubts {
            guard let question = doubt.question, let profile = profiles[question] else { continue }
            judge(doubt.matter, doubt.exchange, profile)
        }
        doubts = []
    }

    /// Judges by the profile that the app was given, or leaves it to the versions of profiles.
    mutating func decide(_ matter: Doubt.Matter, _ exchange: LintExchange, _ app: LintApp) {
        if let profile = app.profile { return judge(matter, exchange, profile) }
        guard doubts.count < Self.doubtLimit, let device = exchange.entry.parties.deviceID, let bundle = exchange.bundle
        else { return }
        let question = LintProfileStore.Question(deviceID: device, bundle: bundle, at: exchange.entry.arrivedAt)
        doubts.append(Doubt(matter: matter, exchange: exchange, question: question))
    }

    /// What a profile allows that was sent to an app; the same bytes are read once.
    mutating func profile(_ bytes: Data) -> LintProfile? {
        if let known = profileBodies[bytes] { return known }
        let profile = LintProfile(bytes)
        if profileBodies.count < 1000 { profileBodies[bytes] = profile }
        return profile
    }

    // MARK: Who

    /// What is remembered of the app; of requests that name none, what is remembered of their sender.
    private mutating func app(of exchange: LintExchange) -> LintApp {
        let key = exchange.subject
        if let known = apps[key] { return known }
        let isFresh = isComplete && [.probe, .login, .register].contains(exchange.call)
        let app = LintApp(isFresh: isFresh)
        apps[key] = app
        return app
    }

    private mutating func device(of exchange: LintExchange) -> LintDevice {
        let key = exchange.device ?? ""
        if let known = devices[key] { return known }
        let device = LintDevice()
        devices[key] = device
        return device
    }

    /// Keeps what later entries are compared with.
    private mutating func remember(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        if exchange.call != .status { device.statuses = [] }
        if exchange.call != .beacon { app.beacons = [] }
        let begins: Set<DeviceCall> = [.status, .probe, .login, .register, .unenroll]
        if begins.contains(exchange.call) { device.launch += 1 }
        guard !exchange.isRefused else { return }
        switch exchange.call {
        case .login, .register:
            guard exchange.entry.parties.refusalCode == nil else { return }
            app.isUnenrolled = false
        case .unenroll: app.isUnenrolled = true
        default: break
        }
    }
}

extension LintExchange {
    /// The entry as rules remember it.
    var mark: LintApp.Mark { LintApp.Mark(id: entry.id, at: at) }
}
