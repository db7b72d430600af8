import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsolePlatform

extension TestConsole {
    /// Sends a request as it is, headers in order.
    func send(_ request: ClientRequest) async throws -> ClientResponse {
        try await transport(request)
    }

    /// Sends a request with a client's credential.
    func send(_ request: ClientRequest, as client: SimulatedClient) async throws -> ClientResponse {
        try await send(authenticated(request, as: client))
    }

    /// A request with a client's credential, not yet sent.
    func authenticated(_ request: ClientRequest, as client: SimulatedClient) throws -> ClientRequest {
        switch client.scheme {
        case .signature: return try signed(request, as: client)
        case .bearer:
            var request = request
            request.headers.append(("Authorization", "Bearer \(try #require(client.accessToken))"))
            return request
        }
    }

    /// A request signed by a client, not yet sent.
    ///
    /// - Parameters:
    ///   - request: What to sign; headers it has already are left as they are.
    ///   - client: Who signs.
    ///   - group: Authentication group; nil for that of the app.
    ///   - algorithm: Of the signature.
    ///   - authority: Host and port that are signed.
    ///   - target: What is signed instead of the target that is sent.
    ///   - date: The device's clock; nil for the console's.
    /// - Returns: The request with the headers of its signature.
    /// - Throws: What Swift Testing throws for a credential the client does not have.
    func signed(
        _ request: ClientRequest, as client: SimulatedClient, group: String? = nil,
        algorithm: SignatureAlgorithm = .hmacSHA256, authority: String = "localhost", target: String? = nil,
        date: Date? = nil
    ) throws -> ClientRequest {
        let group = group ?? client.bundle.value
        let signer = RequestSigner(
            device: client.device, group: group, key: try #require(client.tokens[group]), algorithm: algorithm)
        var request = request
        request.headers += signer.headers(
            method: request.method, authority: authority, target: target ?? request.target, headers: request.headers,
            body: request.body, date: date ?? clock.now.date)
        return request
    }
}

extension ClientRequest {
    /// The first value of a header.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The same request with a header replaced, or left out for nil.
    func with(_ name: String, _ value: String?) -> ClientRequest {
        var request = self
        request.headers.removeAll { $0.name.lowercased() == name.lowercased() }
        if let value { request.headers.append((name, value)) }
        return request
    }
}

extension ClientResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty if it is none.
    var json: [String: Any] {
        ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any]) ?? [:]
    }
}
