import DeviceProtocol
import Foundation

/// How the app makes its calls, and what a 403 makes it do (DeviceServices, section 4.2.6).
extension SimulatedApp {
    /// The calls of the device as it is now, for what is not part of the start sequence.
    ///
    /// - Throws: ``ClientFailure`` `environmentMissing` before there is a device identifier.
    public func client() throws -> SimulatedClient { try client(in: nil) }

    func client(in slot: ClientWire.Slot?) throws -> SimulatedClient {
        guard let device = state.device ?? state.unreportedDevice else {
            throw ClientFailure(.environmentMissing, "there is no device identifier yet")
        }
        var client = SimulatedClient(
            device: device, bundle: setup.bundle, authority: setup.authority,
            commonGroup: state.commonGroup ?? setup.commonGroup,
            now: signingDate, transport: wire.transport(in: slot))
        client.tokens[client.commonGroup] = state.commonToken
        client.tokens[setup.bundle.value] = state.applicationToken ?? memory.profileToken
        return client
    }

    /// Sends a call and reads its answer; a 403 re-creates the credential and sends it again, once.
    ///
    /// - Throws: ``ClientFailure`` if no answer comes or a client would not take it.
    mutating func perform<Answer>(_ call: ClientCall<Answer>) async throws -> Answer {
        try call.read(try await response(to: call))
    }

    private mutating func response<Answer>(to call: ClientCall<Answer>) async throws -> ClientResponse {
        let response = try await client().response(to: call)
        guard response.status == 403, call.credential == .common || call.credential == .application,
            memory.recovering.insert(call.credential).inserted
        else { return response }
        defer { memory.recovering.remove(call.credential) }
        try await recover(call.credential)
        return try await client().response(to: call)
    }

    private mutating func recover(_ credential: ClientCredential) async throws {
        if credential == .common {
            (state.account, state.commonToken) = (nil, nil)
            try await signIn(for: .common)
        } else {
            state.applicationToken = nil
            try await createApplicationIdentity()
        }
    }

    /// Sends a call whose failure stops nothing.
    ///
    /// - Returns: The answer; nil if it failed, which is noted, or if the console does not serve the call.
    @discardableResult
    mutating func overlooking<Answer>(_ call: ClientCall<Answer>?) async -> Answer? {
        guard let call else { return nil }
        do {
            let response = try await response(to: call)
            if response.status == 404 {
                outcome.notServed.insert(SimulatedCall(method: call.request.method, target: call.request.target))
                return nil
            }
            return try call.read(response)
        } catch {
            outcome.overlook(error)
            return nil
        }
    }

    /// The probe that goes beside another call; it takes its place in the order now.
    func reachability() throws -> @Sendable () async -> (any Error)? {
        let client = try client(in: wire.reserve())
        return {
            do {
                let isReachable = try await client.perform(.reachability)
                return isReachable ? nil : ClientFailure(.unexpectedResponse, "the probe did not answer exactly 200")
            } catch {
                return error
            }
        }
    }
}
