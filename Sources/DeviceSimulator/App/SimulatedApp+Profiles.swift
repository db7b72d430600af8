import DeviceProtocol
import Foundation

/// Profiles and what they set: steps S6, S7 and S10 (ClientSequence, section 4).
extension SimulatedApp {
    /// Seconds for which profiles are not asked for again in the same process.
    private static let profileLifetime = 4 * 3600.0

    /// S6: every type that is wanted, beside the probe.
    mutating func fetchProfiles() async throws {
        let wanted = [21] + setup.otherProfileTypes
        if let fetched = memory.profilesFetchedAt, now().timeIntervalSince(fetched) < Self.profileLifetime,
            wanted.allSatisfy({ state.profiles[$0] != nil })
        {
            return
        }
        if state.applicationToken == nil { try await identifyForProfile() }
        let reachability = try reachability()
        async let unreachable = reachability()
        var fetched: [(type: Int, profile: PropertyListValue)] = []
        for type in wanted {
            do {
                fetched.append((type, try await perform(profileCall(type))))
            } catch {
                outcome.overlook(error)
            }
        }
        memory.profilesFetchedAt = now()
        // A probe that fails abandons what was asked beside it.
        if let error = await unreachable {
            outcome.overlook(error)
        } else {
            for (type, profile) in fetched { store(profile, type: type) }
        }
        guard !state.profiles.isEmpty else {
            let reason = outcome.overlooked.last.map { "\($0)" } ?? "no profile could be fetched"
            throw ClientFailure(.emptyProfiles, reason)
        }
    }

    /// Without a secure channel nobody gets a profile before the first login, or by the common identity of another app.
    private mutating func identifyForProfile() async throws {
        do {
            if state.commonToken == nil {
                try await signIn(for: .common)
            } else if state.commonApp != setup.bundle, memory.profileToken == nil {
                memory.profileToken = try await perform(.registration(setup.bundle, client().device))
            }
        } catch let failure as ClientFailure where failure.name == .registeringApplicationBlocked {
            throw failure
        } catch {
            throw ClientFailure(.applicationIdentityNotSet, because: error)
        }
    }

    private func profileCall(_ type: Int) throws -> ClientCall<PropertyListValue> {
        let group = state.group.flatMap { $0.isEmpty ? nil : $0 }
        return .profile(
            type: type, try client().device, setup.bundle, group: group,
            credential: state.applicationToken ?? memory.profileToken == nil ? .common : .application)
    }

    /// Keeps a profile under the type that was asked for, with what a client adds to it (SDKProfile, section 1).
    mutating func store(_ profile: PropertyListValue, type: Int) {
        guard var members = profile.dictionaryValue else { return }
        let types = (members["PayloadContent"]?.arrayValue ?? []).compactMap { $0["PayloadType"]?.stringValue }
        let isKnown = types.contains { PayloadSchema.named($0) != nil }
        let type = isKnown ? 21 : type
        members["ConfigurationProfileType"] = .integer(Int64(type))
        members["ProfileTimeStamp"] = members["ProfileTimeStamp"] ?? .string(SignatureDate.format(now()))
        guard let data = try? PropertyListValue.dictionary(members).encoded(as: .binary) else { return }
        // The time that a client adds is no change.
        if let old = state.profiles[type], Self.content(of: old) == Self.content(of: data) { return }
        state.profiles[type] = data
    }

    private static func content(of data: Data) -> [String: PropertyListValue]? {
        var members = (try? PropertyListValue(parsing: data))?.dictionaryValue
        members?["ProfileTimeStamp"] = nil
        return members
    }

    /// S3, S3' and S7: settings that need no signed-in user.
    ///
    /// - Returns: Whether the sequence goes on; it waits while the profile forbids to be offline.
    mutating func applyEarlySettings() async -> Bool {
        let settings = settings
        if isOffline, settings.blocksOffline {
            outcome.isBlockedOffline = true
            return false
        }
        for url in settings.images where !state.images.contains(url) {
            guard let image = WebTarget(url, from: "/"), image.isSameHost(as: setup.authority) else { continue }
            if await overlooking(ClientCall<Data>.image(image.target)) != nil { state.images.append(url) }
        }
        return true
    }

    /// S10: tunnel, identity certificate, lock; nothing if this profile's are in force.
    ///
    /// - Returns: What is wrong without blocking the app.
    /// - Throws: ``ClientFailure`` with the error that blocks it.
    @discardableResult
    mutating func applyAuthenticatedSettings() async throws -> ClientFailure? {
        let profile = state.profiles[21]
        guard memory.appliedProfile == nil || memory.appliedProfile != profile else { return nil }
        let settings = settings
        let warning = await startTunnel(settings)
        if let certificate = settings.certificate, certificate.issuer != state.certificateIssuer {
            try await fetchCertificate(issuer: certificate.issuer, token: certificate.token)
        }
        chooseSession()
        try await changeLock(to: settings.authentication)
        memory.appliedProfile = profile
        return warning
    }

    private mutating func startTunnel(_ settings: ProfileSettings) async -> ClientFailure? {
        guard settings.usesTunnelProxy else { return nil }
        guard settings.tunnelHost?.isEmpty == false else {
            return ClientFailure(.proxyFailedToStart, "the profile has no MAGProxyServer")
        }
        do {
            let call = try ClientCall<Data>.proxyCertificate(
                client().device, setup.bundle, credential: settings.isSingleSignOn ? .common : .application)
            _ = try await perform(call)
            return nil
        } catch {
            return ClientFailure(.proxyFailedToStart, because: error)
        }
    }

    private mutating func fetchCertificate(issuer: String, token: String) async throws {
        do {
            _ = try await perform(ClientCall<Data>.identityCertificate(issuer: issuer, token: token))
            state.certificateIssuer = issuer
        } catch {
            throw ClientFailure(.certificatesNotDownloaded, because: error)
        }
    }
}
