import NIOCore
import NIOHTTP1

/// Keeps every host that a request of HTTP/1.1 names, for those who answer.
///
/// What comes behind it takes the first `Host` field for the authority and drops it, and drops the host of an address
/// such as `https://uem.example.test/`. Therefore the host that counts stands first once more where there is another one,
/// so that the others are still there to be refused (RFC 9112, sections 3.2 and 3.2.2).
final class HostFieldsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data), let added = Self.added(to: head) else {
            return context.fireChannelRead(data)
        }
        var headers = HTTPHeaders(added.map { ("Host", $0) })
        headers.add(contentsOf: head.headers)
        head.headers = headers
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    /// The hosts to be put before those of a head; nil if it names one in one way.
    private static func added(to head: HTTPRequestHead) -> [String]? {
        let hosts = head.headers["Host"]
        let target = authority(of: head.uri)
        guard let host = hosts.first else {
            // Since version 1.1 there has to be one. An empty one beside an empty authority is no host to anybody.
            guard head.version == .http1_0 else { return ["", ""] }
            return target.map { [$0] }
        }
        if hosts.count == 1, target.map({ $0.lowercased() == host.lowercased() }) ?? true { return nil }
        return [target ?? host]
    }

    /// The authority of an address that has a scheme; nil for a path, and what else is none.
    private static func authority(of target: String) -> String? {
        guard target.utf8.first != UInt8(ascii: "/") else { return nil }
        let bytes = target.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        return String(rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) })
    }
}
