package import Foundation

/// A request the console makes.
package struct OutgoingRequest: Sendable {
    let method: String
    let url: OutgoingURL
    /// Header fields in order.
    let headers: [(name: String, value: String)]
    let body: Data
    let limits: OutgoingLimits
    /// Whose certificates are taken.
    let trust: OutgoingTrust
}

/// How long a request may take, and how much of its answer is read.
package struct OutgoingLimits: Hashable, Sendable {
    /// Seconds.
    var connect: Int64 = 5
    /// Seconds for everything, redirects included.
    var total: Int64 = 10
    /// Bytes of the answer's body that are kept; the rest is not read.
    var body = 16_384
    /// Redirects that are followed.
    var redirects = 3

    /// Made of its parts.
    package init(connect: Int64 = 5, total: Int64 = 10, body: Int = 16_384, redirects: Int = 3) {
        self.connect = connect
        self.total = total
        self.body = body
        self.redirects = redirects
    }
}

/// What came back.
package struct OutgoingResponse: Hashable, Sendable {
    package let status: Int
    /// Header fields; names in lower case.
    package let headers: [String: String]
    /// The beginning of the body.
    package let body: Data
}

/// Why no answer came.
package struct OutgoingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Half a sentence, such as "no answer within 10 seconds".
    package let description: String

    init(_ description: String) { self.description = description }
}

/// The network as requests of the console see it; replaced in tests.
package struct OutgoingNetwork: Sendable {
    /// The addresses a name has.
    package let resolve: @Sendable (_ host: String) async throws -> [IPAddress]
    /// Sends a request to an address that was checked, whatever its name resolves to by then.
    package let send: @Sendable (OutgoingRequest, _ address: IPAddress) async throws -> OutgoingResponse

    /// The real one.
    package static func system() -> OutgoingNetwork {
        let names = NameResolution()
        return OutgoingNetwork(resolve: { try await names.addresses(of: $0) }, send: OutgoingExchange.send)
    }
}
