import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import NIOCore

/// What goes wrong with a request (Faults, "Actions").
///
/// Either something answers in place of the console, which then does not handle the request, or the console answers and
/// its answer is changed. Both may be late and slow.
struct FaultAction: Hashable, Sendable {
    /// What answers in place of the console.
    enum Answer: Hashable, Sendable {
        /// An answer that was made up.
        case made(FaultAnswer)
        /// A refusal as device services have it.
        case refusal(FaultRefusal)
        /// None: the connection is closed.
        case none
    }

    /// What happens to the body of an answer.
    enum Change: Hashable, Sendable {
        /// It has none.
        case empty
        /// It ends early, as if that were all; after half if no number of bytes is given.
        case truncated(Int?)
        /// It is not what its media type says any more.
        case malformed
        /// Some values of a JSON body are others.
        case patched([Patch])
    }

    /// A value of a JSON body that is replaced.
    struct Patch: Hashable, Sendable {
        let path: JSONPath
        let value: JSONValue
    }

    /// When the connection is closed before the answer is whole.
    enum Cut: Hashable, Sendable {
        case half
        case bytes(Int)
    }

    /// How long the answer waits.
    var latency: FaultLatency?
    /// How slowly its body is sent.
    var pace: FaultPace?
    /// What answers; nil for the console.
    var answer: Answer?
    /// What happens to the body.
    var change: Change?
    /// Where the connection is closed within the body.
    var cut: Cut?
    /// Media type the answer says it has.
    var contentType: String?
    /// Header fields the answer has in place of its own.
    var fields = HTTPFields()
    /// Header fields it does not have.
    var removed: [HTTPField.Name] = []

    /// Whether the answer is sent in pieces, with pauses or an end before its time.
    var isPaced: Bool { pace != nil || cut != nil }

    /// What the answer has in place of header fields that listeners add; no values for none.
    var listenerFields: [HTTPField.Name: [String]] {
        var wishes: [HTTPField.Name: [String]] = [:]
        for name in ListenerFields.names {
            if removed.contains(name) {
                wishes[name] = []
            } else if fields.contains(name) {
                wishes[name] = fields[values: name]
            }
        }
        return wishes
    }

    /// Whether nothing at all is sent.
    var drops: Bool { answer == Answer.none }
}

/// An answer that was made up.
struct FaultAnswer: Hashable, Sendable {
    let status: HTTPResponse.Status
    let body: ByteBuffer
    /// Media type; nil without a body.
    let contentType: String?
}

/// A refusal of device services that a fault can bring about.
package enum FaultRefusal: String, CaseIterable, Sendable {
    /// The bearer token has expired.
    case expiredToken
    /// The request was signed too long ago.
    case signatureTime
    /// There is no room for a log.
    case logQuota
    /// The credential was revoked.
    case sessionRevoked
}
