import ConsoleHTTP
import ConsolePlatform
import NIOCore

/// How many connections there may be, and how long each may take for what it does (Operations, "Limits").
struct ConnectionRules: Hashable, Sendable {
    /// What a connection is given up for, or refused.
    enum Cause: String, CaseIterable, Hashable, Sendable {
        /// Its TLS handshake took too long.
        case handshake
        /// The head of its first request took too long.
        case head
        /// Nothing came of a body that is being read.
        case body
        /// Nothing was taken of an answer that is being sent.
        case answer
        /// Another one needed its place, and it had asked for nothing yet.
        case crowded
        /// Another one needed its place, and it had asked for nothing for a while.
        case displaced
        /// There was no place for it.
        case refused
        /// More came on it at a time than may.
        case streams
        /// A body came more slowly than the slowest network.
        case slow
        /// It was not read for a while, since others like it had kept the console busy for nothing.
        case slowed
    }

    /// The most at a time.
    var count = 4096
    /// The most of one address at a time; of IPv6 one network of 64 bits is an address.
    var countPerAddress = 2048
    /// How much more than one address a whole site may have.
    var site = SiteRule.standard
    /// Addresses and networks that stand for many clients.
    var proxies = ClientAddresses(proxies: [])
    /// How long a TLS handshake may take.
    var handshake = TimeAmount.seconds(10)
    /// How long the head of the first request may take.
    var head = TimeAmount.seconds(30)
    /// How long a connection may have no request under way.
    var idle = TimeAmount.seconds(120)
    /// How long nothing may move of a body or an answer under way.
    var stall = TimeAmount.seconds(30)
    /// Bytes a second that have to come of a body on average, once it has been waited for as long as ``stall``.
    var bodyRate = 256
    /// The most requests under way on one connection of HTTP/2.
    var streams = 100
    /// The most on all connections of an address, the first on each not counted.
    var streamsPerAddress = 2000
    /// How long a new connection is not read for each of its address that was ended for a flood of frames.
    var floodPause = TimeAmount.seconds(1)
    /// How long a connection has to have been quiet before it gives way to another one.
    static let quiet = TimeAmount.seconds(5)

    /// The most of one site at a time.
    var countPerSite: Int { site.limit(countPerAddress, of: count) }
    /// The most requests on all connections of a site, the first on each not counted.
    var streamsPerSite: Int { site.limit(streamsPerAddress) }

    /// Descriptors that are kept for files, the database, and what the console connects to itself.
    static let reserve = 128

    /// The same for a process that may open so many files.
    func fitting(descriptors: Int) -> ConnectionRules {
        var rules = self
        rules.count = max(16, min(count, descriptors - Self.reserve))
        // Whoever takes all that one may leaves as much to others.
        rules.countPerAddress = min(countPerAddress, rules.count / 2)
        return rules
    }

    /// What happened to a number of connections, with the key that says how long or how many.
    func sentence(_ cause: Cause, _ count: Int) -> String {
        let those = count == 1 ? "1 connection was" : "\(count) connections were"
        // Over HTTP/2 it is a stream that ends, not the connection.
        let requests = count == 1 ? "1 request was" : "\(count) requests were"
        return switch cause {
        case .handshake:
            "\(those) closed since no TLS handshake was done within \(handshake.seconds) s (http.handshakeTimeout)"
        case .head:
            "\(those) closed since the head of no request came within \(head.seconds) s (http.headTimeout)"
        case .body:
            "\(requests) given up since nothing more of a body came for \(stall.seconds) s (http.stallTimeout)"
        case .answer:
            "\(requests) given up since nothing of the answer was taken for \(stall.seconds) s (http.stallTimeout)"
        case .crowded:
            "\(those) closed that had asked for nothing yet, to make room for others: \(limits)"
        case .displaced:
            "\(those) closed that had asked for nothing for a while, to make room for others: \(limits)"
        case .refused:
            "\(those) refused: \(limits)"
        case .streams:
            "\(requests) refused: there may be \(streams) at a time on a connection of HTTP/2 (http.streams), "
                + "\(streamsPerAddress) of one address (http.streamsPerAddress), \(streamsPerSite) of an IPv6 network "
                + "of 48 bits (http.siteFactor)"
        case .slowed:
            "\(those) not read for a while, since others of the same address were ended for floods of frames over HTTP/2 "
                + "(http.floodPause)"
        case .slow:
            "\(requests) given up whose body came with less than \(bodyRate) bytes a second (http.bodyRate)"
        }
    }

    private var limits: String {
        "there may be \(count) (http.connections), \(countPerAddress) of one address (http.connectionsPerAddress), "
            + "\(countPerSite) of an IPv6 network of 48 bits (http.siteFactor)"
    }
}

extension TimeAmount {
    /// Whole seconds.
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}
