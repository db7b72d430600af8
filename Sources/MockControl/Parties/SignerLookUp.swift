import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// Finds the credential that a request was signed with, where several customers know the device it names (Faults, "Whom a
/// request belongs to").
struct SignerLookUp: Sendable {
    private struct Key: Hashable {
        let device: DeviceIdentifier
        let group: String
    }

    private let credentials: CredentialStore
    private let authorities: [String]
    private let known = GenerationCache<Key, [CredentialInForce]>()

    /// A look-up that remembers nothing yet.
    ///
    /// - Parameters:
    ///   - credentials: Where credentials are found.
    ///   - authorities: Hosts and ports that clients may know the console by.
    init(_ credentials: CredentialStore, authorities: [String]) {
        self.credentials = credentials
        self.authorities = authorities
    }

    /// Id of the device, as one customer has it, whose credential the signature was made with.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - signed: Its signature headers.
    ///   - body: Its body.
    /// - Returns: The id; nil if it was made with none in force, or that cannot be told, as of a body that is cut off.
    @Sendable func device(_ head: HTTPRequest, _ signed: SignedRequestHeaders, _ body: CapturedBody) async -> Int64? {
        guard !body.isTruncated, let candidates = await candidates(signed) else { return nil }
        let digests = digests(of: body, signed.algorithm)
        let headers = head.headerFields.map { (name: $0.name.canonicalName, value: $0.value) }
        for authority in [head.authority ?? ""] + authorities {
            for digest in digests {
                let request = CanonicalRequest(
                    method: head.method.rawValue, headers: headers,
                    resource: CanonicalRequest.resource(authority: authority, target: head.path ?? "/"),
                    contentDigest: digest)
                let signer = candidates.first {
                    RequestSignature.isValid(signed.signature, for: request, key: $0.key, algorithm: signed.algorithm)
                }
                if let signer { return signer.identity.deviceID }
            }
        }
        return nil
    }

    private func digests(
        of body: CapturedBody, _ algorithm: SignatureAlgorithm
    ) -> [CanonicalRequest.ContentDigest] {
        let digest = CanonicalRequest.ContentDigest.digest(algorithm.digest(of: Data(body.bytes.readableBytesView)))
        return body.byteCount > 0 ? [digest] : [.none, digest]
    }

    private func candidates(_ signed: SignedRequestHeaders) async -> [CredentialInForce]? {
        let key = Key(device: signed.device, group: signed.authenticationGroup.lowercased())
        return try? await known.value(for: key, generation: credentials.database.generation) {
            let found = try await credentials.candidates(
                device: signed.device, authenticationGroup: signed.authenticationGroup)
            return found.compactMap { lookup in
                switch lookup {
                case .inForce(let credential), .leaving(let credential, _): credential
                case .revoked, .unknown: nil
                }
            }
        }
    }
}
