import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
package import Hummingbird

extension RequestSignatureFeature {
    /// The device whose credential came with a request to a route that needs none (Decision0030).
    ///
    /// A credential that was revoked or has expired still says which device it belonged to.
    ///
    /// - Parameters:
    ///   - request: The request, without a body.
    ///   - device: The identifier that the request names.
    /// - Returns: Row id of the device; nil if the request has no credential, or one that proves nothing of this device.
    /// - Throws: Errors of the database.
    @Sendable package func owner(of request: Request, named device: DeviceIdentifier) async throws -> Int64? {
        guard let header = request.authorization else { return nil }
        let word = "bearer "
        guard header.prefix(word.count).lowercased() == word else {
            return try await signatures.owner(of: request, named: device)
        }
        return try await bearers.owner(ofToken: String(header.dropFirst(word.count)), named: device)
    }
}

extension BearerVerifier {
    /// Row id of the device a token was issued to, in force or not; nil if it is not a token of a device with that
    /// identifier.
    func owner(ofToken token: String, named device: DeviceIdentifier) async throws -> Int64? {
        guard let claims = try? await tokens.read(token), claims.sub == device.value,
            let found = try await credentials.accessToken(jti: claims.jti), found.identity.device == device
        else { return nil }
        return found.identity.deviceID
    }
}

extension SignatureVerifier {
    /// Row id of the device with whose credential, in force or not, a request without a body was signed; nil if it matches
    /// none of that identifier.
    func owner(of request: Request, named device: DeviceIdentifier) async throws -> Int64? {
        guard let signed = try? headers(of: request), signed.device == device else { return nil }
        let usable = try await credentials.candidates(
            device: device, authenticationGroup: signed.authenticationGroup
        ).compactMap(Usable.init)
        if let index = try match(signed, keys: usable.map(\.credential.key), request: request, body: .none) {
            return usable[index].credential.identity.deviceID
        }
        let ended = try await credentials.endedTokens(
            device: device, authenticationGroup: signed.authenticationGroup)
        let keys = ended.map { RequestSignature.Key($0.token) }
        return try match(signed, keys: keys, request: request, body: .none).map { ended[$0].deviceID }
    }
}
