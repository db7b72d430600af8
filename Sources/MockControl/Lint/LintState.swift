import Foundation

/// What rules remember of one app on one device while they go through the journal.
final class LintApp {
    /// A request that rules compare later ones with.
    struct Mark {
        let id: Int64
        /// Milliseconds since 1970.
        let at: Int64
    }

    /// A command that was delivered.
    struct Command {
        let uuid: String
        let delivered: Int64
        /// The profile it installs; nil for another command.
        let profile: LintProfile?
    }

    /// A log that the console did not take.
    struct RefusedLog {
        let mark: Mark
        let body: Data
        /// The launch it was sent in.
        let launch: Int
    }

    /// A run of the same call after a failure.
    struct Failures {
        var marks: [Mark]
        /// When the console wants to be asked again; nil if it did not say.
        var retryAt: Int64?
    }

    /// What the profile allows that the app was given; nil if the journal has none.
    var profile: LintProfile?
    /// Whether the journal has the app's first login.
    let isFresh: Bool
    /// Whether it was given a profile, be it none.
    var hasFetchedProfile = false
    /// When which type of profile was fetched, and in which launch.
    var profiles: [String: (mark: Mark, launch: Int)] = [:]
    /// The launch that still lacks its beacon.
    var withoutBeacon: LintExchange?
    var hasSentBeacon = false
    /// Refusals of a credential, by its group.
    var forbidden: [String: [Int64]] = [:]
    var isUnenrolled = false
    var needsTerms = false
    /// Beacons with nothing between them.
    var beacons: [Mark] = []
    /// The last log, if it was refused.
    var refusedLog: RefusedLog?
    var isAskedForLogs = false
    /// Posts with a single event.
    var singleEvents: [Mark] = []
    var openCommand: Command?
    var answeredCommands: Set<String> = []
    var escrowedKey: (mark: Mark, body: Data)?
    var pins: [Mark] = []
    var certificates: [Mark] = []
    var failures: [DeviceCall: Failures] = [:]
    /// Signatures that were used lately.
    var signatures: [(text: String, mark: Mark)] = []
    var closedConnections: [Int64] = []
    /// Redirects by what was asked for.
    var redirects: [String: Int64] = [:]

    init(isFresh: Bool) { self.isFresh = isFresh }
}

/// What rules remember of a device.
final class LintDevice {
    enum Network { case wifi, cellular }

    /// Counts what begins a launch, or may.
    var launch = 0
    /// Requests for the status with nothing between them.
    var statuses: [LintApp.Mark] = []
    var network: (kind: Network, at: Int64)?
    /// The last report of data usage, and the app that sent it.
    var dataUsage: (bundle: String, mark: LintApp.Mark)?
    /// Whether the console has said that it is not enrolled.
    var isGone = false
}

extension [LintApp.Mark] {
    /// Adds a mark and drops those that are older than a time before it.
    mutating func add(_ mark: LintApp.Mark, within milliseconds: Int64) {
        removeAll { mark.at - $0.at > milliseconds }
        append(mark)
    }

    var ids: [Int64] { map(\.id) }
}
