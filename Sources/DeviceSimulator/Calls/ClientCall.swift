import DeviceProtocol
import Foundation

/// A call of the protocol: what is sent, by which credential, and how strictly the answer is read.
struct ClientCall<Answer: Sendable>: Sendable {
    /// The request without what its credential adds.
    var request: ClientRequest
    /// How it is authenticated.
    var credential = ClientCredential.none
    /// Whether the answer has to carry the console version (DeviceServices, section 1.3).
    var needsVersion = true
    /// Reads the answer; throws ``ClientFailure`` for what a client does not take.
    let read: @Sendable (ClientResponse) throws -> Answer

    /// A call that needs no credential.
    init(
        _ method: String, _ target: String, headers: [(name: String, value: String)] = clientHeaders,
        body: Data = Data(), credential: ClientCredential = .none, needsVersion: Bool = true,
        read: @escaping @Sendable (ClientResponse) throws -> Answer
    ) {
        request = ClientRequest(method: method, target: target, headers: headers, body: body)
        self.credential = credential
        self.needsVersion = needsVersion
        self.read = read
    }
}

/// How a call is authenticated (DeviceServices, section 4).
enum ClientCredential: Hashable, Sendable {
    case none
    /// The identity of the app.
    case application
    /// The identity shared by a family of apps.
    case common
    /// The group of clients that have no identity yet; its key is not ours to know, so the signature is made up.
    case builtIn
}

/// Headers of most calls (DeviceServices, section 1.2).
let clientHeaders: [(name: String, value: String)] = [
    ("Content-Type", "application/json; charset=utf-8"), ("Accept", "application/json; charset=utf-8"),
    ("cache-control", "no-cache"),
]

/// Headers of calls whose answer is no JSON.
let textHeaders: [(name: String, value: String)] = [
    ("Content-Type", "text/html"), ("Accept", "text/html"), ("cache-control", "no-cache"),
]

extension ClientResponse {
    /// The JSON of an answer below 400 as a message whose every field is of the right kind.
    func json<Message: Decodable>(_ name: String, as type: Message.Type = Message.self) throws -> Message {
        try requireSuccess(name)
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw ClientFailure(.unexpectedResponse, "\(name) cannot be read: \(Self.sentence(error))")
        }
    }

    /// An answer below 400, whatever its body.
    func requireSuccess(_ name: String) throws {
        guard status < 400 else { throw ClientFailure(.unexpectedResponse, "\(name) answered \(status)") }
    }

    /// The reason why decoding failed, without the decoder's words for it.
    private static func sentence(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): path(context.codingPath + [key]) + " is missing"
        case DecodingError.valueNotFound(_, let context): path(context.codingPath) + " is missing"
        case DecodingError.typeMismatch(let type, let context): path(context.codingPath) + " is no \(type)"
        default: "it is no JSON of the right form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "it" : keys.map(\.stringValue).joined(separator: ".")
    }
}

/// The path of calls about a device.
func devicePath(_ device: DeviceIdentifier) -> String {
    "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.value)"
}

/// Writes JSON with its members sorted.
func sortedJSON(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(message)
}
