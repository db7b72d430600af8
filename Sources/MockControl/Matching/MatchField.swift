import DeviceProtocol
import HTTPTypes

/// What of a request, or of its answer, is compared.
enum MatchField: Hashable, Sendable {
    case method, path, target, route, host, scheme, address, httpVersion, status
    case device, bundle, user, administrator, requestID, refusal, fault
    case query(String), cookie(String), form(String)
    /// Something that requests have as well as answers.
    case message(Side, Part)

    /// Which of both.
    enum Side: Hashable, Sendable {
        case request, answer
    }

    /// A part of a message.
    enum Part: Hashable, Sendable {
        case header(String), body, bodyBase64
        case json(JSONPath), plist(JSONPath), xml(JSONPath)
    }

    /// Whether letter case never matters: names of things that the console finds in any.
    var ignoresCase: Bool {
        switch self {
        case .method, .route, .host, .scheme, .device, .bundle, .user, .administrator, .fault: true
        default: false
        }
    }

    /// Whether its values are texts, so that a number it is compared with is one that is written there.
    var isText: Bool {
        switch self {
        case .status, .message(_, .json), .message(_, .plist): false
        default: true
        }
    }

    /// Whether it takes much to find out; looked at last.
    var isDear: Bool {
        switch self {
        case .message(_, .json), .message(_, .plist), .message(_, .xml), .message(_, .body), .message(_, .bodyBase64):
            true
        default: false
        }
    }

    /// How much it says of a request that this differs: the nearest misses are those that differ in what says little.
    var weight: Double {
        switch self {
        case .path, .target, .route: 4
        case .method, .device: 3
        case .bundle, .user, .administrator: 2
        default: 1
        }
    }
}
