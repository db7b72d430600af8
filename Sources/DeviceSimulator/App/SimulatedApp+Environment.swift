import Crypto
import DeviceProtocol
import Foundation

/// Environment and enrollment: step S4 (ClientSequence, section 3).
extension SimulatedApp {
    /// The consequence of a status (section 3.1).
    enum StatusConsequence: Hashable, Sendable {
        case goOn, obtainEnvironment, wipe
    }

    /// The consequence of a status, nil for a call that failed, for what was known before.
    static func consequence(of new: EnrollmentStatus?, after remembered: EnrollmentStatus?) -> StatusConsequence {
        let isGone = remembered == .unenrolled || remembered == .deviceNotFound
        switch new {
        case nil, .unknown: return isGone || remembered == nil || remembered == .unknown ? .obtainEnvironment : .goOn
        case .unenrolled: return isGone ? .obtainEnvironment : .wipe
        case .deviceNotFound: return .wipe
        default: return .goOn
        }
    }

    /// Seconds for which a status that was fine is not asked for again in the same process.
    private static let statusLifetime = 3600.0

    /// S4.
    mutating func establishEnvironment() async throws {
        adoptManagedConfiguration()
        guard state.server != nil, state.device != nil else {
            state.wipe()
            return try await obtainEnvironment()
        }
        if let checked = memory.statusCheckedAt, now().timeIntervalSince(checked) < Self.statusLifetime { return }
        let remembered = state.status
        switch Self.consequence(of: try await askStatus(), after: remembered) {
        case .goOn: break
        case .obtainEnvironment: try await obtainEnvironment()
        case .wipe:
            wipe()
            try await obtainEnvironment()
        }
    }

    /// Loses everything, memory included; managed values are picked up again by the next start.
    mutating func wipe() {
        state.wipe()
        memory = Memory()
        outcome.didWipe = true
    }

    /// Keychain first, then managed configuration.
    private mutating func adoptManagedConfiguration() {
        guard case .managed(let server, let group, let device, _) = setup.mode, state.server == nil else { return }
        (state.server, state.group) = (Self.trimmed(server), state.group ?? group)
        state.device = state.device ?? device
    }

    /// The origin of a configured server URL: lower case, without `/deviceservices` and slashes at its end.
    static func trimmed(_ url: String) -> String {
        var text = url.lowercased()
        for ending in ["/", "/deviceservices", "/"] where text.hasSuffix(ending) { text.removeLast(ending.count) }
        return text
    }

    /// The status and, beside it, the probe, which has to answer exactly 200.
    ///
    /// - Returns: The status; nil if the call failed.
    private mutating func askStatus() async throws -> EnrollmentStatus? {
        let reachability = try reachability()
        let slot = wire.reserve()
        let client = try client(in: slot)
        async let unreachable = reachability()
        async let answered = client.perform(.status(client.device))
        do {
            let answer = try await answered
            if let error = await unreachable { throw error }
            return remember(answer)
        } catch {
            // Neither is broken off because the other failed.
            _ = await unreachable
            outcome.overlook(error)
            return nil
        }
    }

    private mutating func remember(_ answer: StatusAnswer) -> EnrollmentStatus {
        let status = answer.report?.enrollmentStatus ?? .deviceNotFound
        (state.status, state.group) = (status, answer.report?.groupCode ?? "")
        (memory.consoleVersion, memory.statusCheckedAt) = (answer.version, now())
        return status
    }

    /// Section 3.2.
    private mutating func obtainEnvironment() async throws {
        switch setup.mode {
        case .review(let server, let group):
            (state.server, state.group) = (Self.trimmed(server), group)
            state.device = DeviceIdentifier(generator.hexadecimal(40))
            memory.consoleVersion = .minimum
        case .standalone(let domain, let server, let group):
            try await findConsole(domain: domain, server: server, group: group)
            let digest = Insecure.SHA1.hash(data: Data(generator.uuid().utf8))
            state.device = DeviceIdentifier(digest.map { String(format: "%02x", $0) }.joined())
        case .managed:
            throw ClientFailure(
                .companionMissing, "the console does not know the device, and no companion app is there")
        }
        try await enroll()
    }

    /// Finds the console by e-mail domain, else by the typed address, and then probes it (DeviceServices, sections 5.1,
    /// 5.3).
    private mutating func findConsole(domain: String?, server: String?, group: String?) async throws {
        let client = SimulatedClient(
            device: try Self.nobody, bundle: setup.bundle, authority: setup.authority, transport: wire.transport())
        var found = (server: server.map(Self.trimmed), group: group)
        if let domain {
            do {
                let discovered = try await client.discover(domain: domain)
                found = (discovered.origin, discovered.groupID)
            } catch {
                outcome.overlook(error)
            }
        }
        guard let server = found.server, let group = found.group else {
            throw ClientFailure(.environmentMissing, "no console was found, and none was typed")
        }
        try await validate(client)
        (state.server, state.group) = (server, group)
    }

    /// A stand-in while there is no device identifier.
    private static var nobody: DeviceIdentifier {
        get throws {
            guard let device = DeviceIdentifier("0") else { throw ClientFailure(.environmentMissing, "no identifier") }
            return device
        }
    }

    /// Follows redirects within the console, at most 10; the status does not matter.
    private func validate(_ client: SimulatedClient) async throws {
        var target = "/"
        for _ in 0...10 {
            let response = try await client.perform(.validation(of: target))
            guard (300..<400).contains(response.status), let location = response.headers["location"] else {
                if response.headers["x-aw-version"]?.isEmpty == false { return }
                break
            }
            target = WebTarget(location, from: target)?.target ?? "/"
        }
        let answer = try await client.perform(.validation(of: authenticationPath))
        guard answer.headers["x-aw-version"]?.isEmpty == false else {
            throw ClientFailure(.environmentMissing, "the server is no console: it never says x-aw-version")
        }
    }

    /// Section 3.5.
    private mutating func enroll() async throws {
        try requireConsoleVersion()
        if setup.usesPinning { await fetchPinsBeforeEnrollment() }
        do {
            try await signIn(for: .common)
        } catch {
            throw ClientFailure(.applicationIdentityNotSet, because: error)
        }
    }

    /// E2: host registry, trust settings, trust service; the first that answers is enough.
    private mutating func fetchPinsBeforeEnrollment() async {
        let host = String(setup.authority.prefix { $0 != ":" })
        if await overlooking(ClientCall<Pins>.registeredPins(host: host)) != nil { return }
        guard let settings = await overlooking(ClientCall<TrustSettings>.trustSettings),
            let service = WebTarget(settings.uri, from: "/"), service.isSameHost(as: setup.authority)
        else { return }
        let path = service.target.hasSuffix("/") ? String(service.target.dropLast()) : service.target
        await overlooking(ClientCall<Pins>.trustServicePins(path: path, host: host))
    }
}
