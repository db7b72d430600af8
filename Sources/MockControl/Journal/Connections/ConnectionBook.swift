import Foundation
package import NIOCore
import NIOConcurrencyHelpers

/// What was agreed on when a TLS connection began.
package struct TLSFacts: Hashable, Sendable {
    /// Version of the protocol, such as `TLSv1.3`.
    package var version: String
    /// The protocol inside, as the client chose it (ALPN), such as `h2`; nil if it chose none.
    package var protocolName: String?
    /// The name that the client asked for (SNI); nil if it sent none, as for an address.
    package var serverName: String?

    /// Made of its parts.
    package init(version: String, protocolName: String? = nil, serverName: String? = nil) {
        self.version = version
        self.protocolName = protocolName
        self.serverName = serverName
    }
}

/// What listeners know of connections that requests come by (MockControl, "Connections").
///
/// Requests come with the connection only, and what was agreed on there is known to its own thread alone.
package final class ConnectionBook: Sendable {
    private let facts = NIOLockedValueBox<[ObjectIdentifier: TLSFacts]>([:])
    /// Connections of which nothing more comes.
    private let closed = NIOLockedValueBox<Set<ObjectIdentifier>>([])
    private let report: @Sendable (BrokenConnection) -> Void

    /// An empty book.
    ///
    /// - Parameter report: What becomes of connections that came to nothing.
    init(report: @escaping @Sendable (BrokenConnection) -> Void) { self.report = report }

    /// Notes what was agreed on, until the connection is closed.
    package func note(_ known: TLSFacts, of channel: any Channel) {
        let key = ObjectIdentifier(channel)
        facts.withLockedValue { $0[key] = known }
        channel.closeFuture.whenComplete { [facts] _ in facts.withLockedValue { $0[key] = nil } }
    }

    /// Notes that a client sends nothing more, as one does that has left; its connection ends with the next answer.
    package func noteClosed(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        closed.withLockedValue { _ = $0.insert(key) }
        channel.closeFuture.whenComplete { [closed] _ in closed.withLockedValue { _ = $0.remove(key) } }
    }

    /// Whether a client sends nothing more.
    func isClosed(_ channel: any Channel) -> Bool {
        closed.withLockedValue { !$0.isEmpty && $0.contains(ObjectIdentifier(channel)) }
    }

    /// Reports a connection that came to nothing.
    package func note(_ broken: BrokenConnection) { report(broken) }

    /// What was agreed on for a connection, or for that of a stream; nil without TLS.
    func facts(of channel: any Channel) -> TLSFacts? {
        facts.withLockedValue { facts in
            guard !facts.isEmpty else { return nil }
            return facts[ObjectIdentifier(channel)] ?? channel.parent.flatMap { facts[ObjectIdentifier($0)] }
        }
    }
}

/// A connection that came to nothing before there was a request to answer (MockControl, "Connections").
package struct BrokenConnection: Hashable, Sendable {
    /// What went wrong.
    package enum Kind: String, CaseIterable, Sendable {
        /// The TLS handshake failed.
        case handshake
        /// Plain HTTP came to the port for HTTPS.
        case plainOnSecure
        /// TLS came to the port for plain HTTP.
        case secureOnPlain
        /// What came is not HTTP, or breaks its rules.
        case unreadable
        /// What came over HTTP/2 breaks its rules.
        case brokenFrames
    }

    /// The most characters of what clients and libraries say: no name is longer, but what breaks off a handshake may be.
    private static let textLength = 255

    /// What went wrong.
    package let kind: Kind
    /// What to do about it, in a sentence.
    package let advice: String
    /// What the library for TLS or HTTP says of it; nil if it says nothing.
    package let cause: String?
    /// The name that the client asked for (SNI); nil if it sent none.
    package let serverName: String?
    /// Address of the client, without its port; empty if it is not known.
    package let address: String
    /// `http` or `https`: what the port speaks.
    package let scheme: String
    /// `HTTP/2` if that was agreed on; else empty.
    package let httpVersion: String
    /// What was received last, as far as it can be read; empty if nothing can.
    package let bytes: ByteBuffer
    /// Status of the answer; 0 if there was none.
    package let status: Int
    /// The port it came to, if that is one of those that are given to groups; nil at the console's own.
    package let port: Int?

    /// Made of its parts.
    package init(
        _ kind: Kind, advice: String, cause: String? = nil, serverName: String? = nil, address: String, scheme: String,
        httpVersion: String = "", bytes: ByteBuffer = ByteBuffer(), status: Int = 0, port: Int? = nil
    ) {
        self.kind = kind
        self.advice = advice
        self.cause = cause.map { String($0.prefix(Self.textLength)) }
        self.serverName = serverName.map { String($0.prefix(Self.textLength)) }
        self.address = address
        self.scheme = scheme
        self.httpVersion = httpVersion
        self.bytes = bytes
        self.status = status
        self.port = port
    }

    /// The alert by which a client left a handshake, such as `unknown_ca`; nil if it sent none that could be read.
    package var alert: String? {
        guard let cause, let mark = cause.range(of: "ALERT_") else { return nil }
        let name = cause[mark.upperBound...].prefix { $0.isUppercase || $0 == "_" }
        return name.isEmpty ? nil : name.lowercased()
    }
}
