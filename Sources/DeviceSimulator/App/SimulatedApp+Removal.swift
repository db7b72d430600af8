import DeviceProtocol
import Foundation

/// Log-out, un-enrollment and what leads there (ClientSequence, section 8).
extension SimulatedApp {
    /// S1: a compromised device tells the console, and is logged out.
    mutating func checkCompromise() async throws {
        guard isCompromised, settings.protectsCompromised else { return }
        await overlooking(try? ClientCall<Void>.beacon(beaconReport()))
        await logOut()
        throw ClientFailure(.deviceCompromised, "the device is compromised and the profile protects from it")
    }

    /// Wipes the data and reports that to the console; if that fails, the next launch tries again.
    public mutating func logOut() async {
        let device = state.device
        let token = state.applicationToken
        let group = state.commonGroup
        wipe()
        state.unreportedDevice = device
        // The report still goes by the identity that is being given up.
        (state.applicationToken, state.commonGroup) = (token, group)
        let failure = await reportUnenrollment()
        (state.applicationToken, state.commonGroup) = (nil, nil)
        if let failure { outcome.overlook(failure) }
    }

    /// S1: what an earlier log-out could not report.
    ///
    /// - Throws: ``ClientFailure`` `unenrollmentNotReported`, which blocks the app.
    mutating func reportPendingUnenrollment() async throws {
        guard state.unreportedDevice != nil, let failure = await reportUnenrollment() else { return }
        throw ClientFailure(.unenrollmentNotReported, because: failure)
    }

    /// The report, then its fallback; unsigned once the identity is gone.
    ///
    /// - Returns: Why neither was taken; nil if the console knows.
    private mutating func reportUnenrollment() async -> ClientFailure? {
        guard let device = state.unreportedDevice else { return nil }
        let credential: ClientCredential = state.applicationToken == nil ? .none : .application
        var failure: ClientFailure?
        for isFallback in [false, true] {
            do {
                let client = try client()
                try await client.perform(.unenrollment(device, credential: credential, isFallback: isFallback))
                state.unreportedDevice = nil
                return nil
            } catch {
                failure = failure ?? ClientFailure(wrapping: error)
            }
        }
        return failure
    }

    /// Enrolls again without being un-enrolled first: new logins replace both credentials.
    ///
    /// - Throws: ``ClientFailure`` if the console does not let it in.
    public mutating func reenroll() async throws {
        state.commonToken = nil
        state.applicationToken = nil
        state.account = nil
        try await signIn(for: .common)
        try await createApplicationIdentity()
    }

    /// Asks for commands and carries them out, as an app may at any time.
    ///
    /// A 401 starts the sequence over; ``outcome`` has the result.
    ///
    /// - Throws: ``ClientFailure`` if an answer cannot be taken.
    public mutating func checkCommands() async throws {
        do {
            try await pollCommands()
        } catch is Restart {
            _ = await start()
        }
    }
}
