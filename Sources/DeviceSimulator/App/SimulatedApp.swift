import DeviceProtocol
public import Foundation

/// An app with the SDK in it, from its installation on: what it keeps, when it calls the console, and what it makes of
/// the answers (ClientSequence).
///
/// The contents of secure-channel messages go to their logical paths, with the identity of the app, or the common one
/// while there is no other. That is why an app on a managed device signs in before it asks for its profile.
///
/// A copy has a state of its own, but shares the network, with what was sent over it and whether it is offline.
public struct SimulatedApp: Sendable {
    /// The state that is lost when the process ends.
    struct Memory: Sendable {
        var consoleVersion: ConsoleVersion?
        var statusCheckedAt: Date?
        var profilesFetchedAt: Date?
        /// The profile whose settings are in force.
        var appliedProfile: Data?
        /// Level and end of logging that a command asked for.
        var commandLogging: (level: LogLevel, until: Date)?
        var beaconSentAt: Date?
        /// The session of analytics.
        var session: String?
        /// Why the sequence has to begin again.
        var pendingRestart: Restart?
        /// HMAC token of a registration, which an app that found a common identity fetches its profile with.
        var profileToken: String?
        /// Whether the user has opened the store since the app came to the front.
        var hasUnlocked = false
        /// Whether somebody else signed in than the user whose data is here.
        var hasOtherUser = false
        /// Whether credentials are being re-created; a refusal meanwhile stops that.
        var recovering: Set<ClientCredential> = []
    }

    /// The decisions of developer, administrator and user.
    public var setup: ClientSetup
    /// The state that is kept beyond the end of the process.
    public internal(set) var state: ClientState
    /// Whether the device counts as compromised.
    public var isCompromised = false
    var memory = Memory()
    /// The result of the last run of the start sequence and of everything since.
    public internal(set) var outcome = LaunchOutcome()
    var generator: SplitMix64
    let wire: ClientWire
    /// The device's clock, for everything it says in bodies and for its timers.
    let now: @Sendable () -> Date
    /// The clock requests are signed by.
    let signingDate: @Sendable () -> Date

    /// A freshly installed app, or one that was installed before.
    ///
    /// - Parameters:
    ///   - setup: The decisions about it.
    ///   - state: Its kept state; empty for a fresh installation.
    ///   - seed: Of everything it makes up.
    ///   - now: The device's clock.
    ///   - transport: How requests get to the console.
    public init(
        _ setup: ClientSetup, state: ClientState = ClientState(), seed: UInt64 = 1,
        now: @escaping @Sendable () -> Date = { Date() }, transport: @escaping HTTPTransport
    ) {
        let wire = ClientWire(transport, generator: SplitMix64(seed: seed, device: 0, purpose: 2))
        self.init(setup, state: state, generator: SplitMix64(seed: seed), wire: wire, now: now, signingDate: now)
    }

    init(
        _ setup: ClientSetup, state: ClientState = ClientState(), generator: SplitMix64, wire: ClientWire,
        now: @escaping @Sendable () -> Date, signingDate: @escaping @Sendable () -> Date
    ) {
        self.setup = setup
        self.state = state
        self.generator = generator
        self.wire = wire
        self.now = now
        self.signingDate = signingDate
    }

    /// Whether the device has no network.
    public var isOffline: Bool {
        get { wire.isOffline }
        nonmutating set { wire.isOffline = newValue }
    }

    /// The settings of the stored SDK profile.
    var settings: ProfileSettings { ProfileSettings(state.profile) }

    /// Deletes the app and installs it again: nothing is left, not even of the keychain.
    public mutating func reinstall() {
        (state, memory) = (ClientState(), Memory())
    }

    /// Starts the app in a new process.
    public mutating func launch() async -> LaunchOutcome {
        memory = Memory()
        beginOutcome()
        return await start()
    }

    /// Brings the running app back to the foreground: the same sequence, with what the process still knows.
    public mutating func foreground() async -> LaunchOutcome {
        beginOutcome()
        memory.hasUnlocked = false
        await passTime()
        if memory.session != nil { record("AW_AppSessionStart") }
        return await start()
    }

    /// How often the sequence may begin again; a real client would do so for ever (DeviceServices, section 13.6).
    static let maximumRestarts = 2

    /// Ends the sequence so that it begins again.
    struct Restart: Error {
        let reason: String
    }

    /// Runs the sequence until it ends or has begun too often.
    mutating func start() async -> LaunchOutcome {
        repeat {
            memory.pendingRestart = nil
            do {
                try await sequence()
                break
            } catch let restart as Restart {
                guard outcome.restarts < Self.maximumRestarts else {
                    outcome.overlook(
                        ClientFailure(.unexpectedResponse, "a client restarts for ever: \(restart.reason)"))
                    break
                }
                outcome.restarts += 1
            } catch {
                outcome.reports.append(ClientFailure(wrapping: error).asSetupError)
                break
            }
        } while true
        finishOutcome()
        return outcome
    }

    /// Does something and notes what it came to, as a run of the sequence does.
    mutating func noting(_ work: (inout SimulatedApp) async throws -> Void) async -> LaunchOutcome {
        beginOutcome()
        do {
            try await work(&self)
        } catch {
            outcome.overlook(error)
        }
        if memory.pendingRestart != nil { _ = await start() }
        finishOutcome()
        return outcome
    }

    private mutating func beginOutcome() {
        outcome = LaunchOutcome()
        _ = wire.drain()
    }

    private mutating func finishOutcome() {
        let sent = wire.drain()
        outcome.requests += sent.requests
        outcome.calls += sent.requests.flatMap { Array(repeating: $0.call, count: $0.copies) }
        outcome.hasDropped = outcome.hasDropped || sent.hasDropped
    }

    /// The steps of section 2, S1 to S14.
    private mutating func sequence() async throws {
        try await checkCompromise()
        await uploadLogs()
        try await reportPendingUnenrollment()
        try await unlock()
        if state.isSecured {
            guard await applyEarlySettings() else { return }
            outcome.reports.append(try await applyAuthenticatedSettings())
        }
        try await establishEnvironment()
        try requireConsoleVersion()
        try await fetchProfiles()
        try restartIfPending()
        guard await applyEarlySettings() else { return }
        try await createApplicationIdentity()
        try restartIfPending()
        chooseSession()
        try await unlock()
        let warning = try await applyAuthenticatedSettings()
        if outcome.reports.isEmpty || warning != nil { outcome.reports.append(warning) }
        try await beginService()
    }

    /// S5; apps signed by the vendor are exempt.
    func requireConsoleVersion() throws {
        guard !setup.isVendorSigned else { return }
        guard let version = memory.consoleVersion else {
            throw ClientFailure(.consoleVersionNotCompatible, "the console's version is not known")
        }
        guard version >= .minimum else {
            throw ClientFailure(
                .consoleVersionNotCompatible, "the console is \(version), a client wants \(ConsoleVersion.minimum)")
        }
    }

    /// S14: escrow, beacon, pins, commands; only the commands may restart the sequence.
    private mutating func beginService() async throws {
        await escrowKey()
        await overlooking(try? ClientCall<Void>.beacon(beaconReport()))
        memory.beaconSentAt = now()
        await pollPins()
        if memory.session == nil {
            memory.session = generator.uuid()
            record("AW_AppSessionStart")
        }
        do {
            try await pollCommands()
        } catch let failure as ClientFailure {
            outcome.overlook(failure)
        }
        try restartIfPending()
    }

    private func restartIfPending() throws {
        if let restart = memory.pendingRestart { throw restart }
    }
}

extension ClientFailure {
    /// The failure as an error of the setup: one without a code of its own is the SDK's internal error.
    var asSetupError: ClientFailure {
        name.setupCode == nil ? ClientFailure(.internalError, because: self) : self
    }
}
