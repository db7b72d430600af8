package import ConsoleModel
package import ConsolePlatform
import Logging
import NIOConcurrencyHelpers

/// The room on the disk and in memory for bodies under way, in all and of each address and site (Operations, "Limits").
package final class SpoolRoom: Sendable {
    /// Who a body is of, as far as that is known before it has arrived.
    package enum Trust: Sendable {
        /// Anybody: a signature is checked only once the body is there.
        case anybody
        /// An administrator, or an app whose request is checked already.
        case proven
        /// Anybody, for a body that arrives and is kept in memory.
        case inMemory
    }

    /// How many bytes there may be.
    package struct Bounds: Sendable {
        /// Bytes of anybody's bodies.
        package let bytes: Int
        /// Bytes among them of one address.
        package let bytesPerAddress: Int
        /// Bytes of bodies whose senders have proven who they are; those of one address may take half of them.
        package let provenBytes: Int
        /// Bytes of bodies that arrive and are kept in memory.
        package let memory: Int
        /// Bytes among them of one address.
        package let memoryPerAddress: Int
        /// Works on files of such bodies at a time; others wait.
        package let works: Int
        /// How much more than one address a whole site may have of any of them.
        package let site: SiteRule

        /// Made of its parts.
        package init(
            bytes: Int, bytesPerAddress: Int, provenBytes: Int, memory: Int = .max, memoryPerAddress: Int = .max,
            works: Int = 4, site: SiteRule = .standard
        ) {
            self.bytes = bytes
            self.bytesPerAddress = bytesPerAddress
            self.provenBytes = provenBytes
            self.memory = memory
            self.memoryPerAddress = memoryPerAddress
            self.works = works
            self.site = site
        }

        /// No bounds.
        package static let none = Bounds(bytes: .max, bytesPerAddress: .max, provenBytes: .max)

        fileprivate func all(_ trust: Trust) -> Int {
            switch trust {
            case .anybody: bytes
            case .proven: provenBytes
            case .inMemory: memory
            }
        }

        fileprivate func ofAddress(_ trust: Trust) -> Int {
            switch trust {
            case .anybody: bytesPerAddress
            case .proven: provenBytes / 2
            case .inMemory: memoryPerAddress
            }
        }

        fileprivate func ofSite(_ trust: Trust) -> Int { site.limit(ofAddress(trust), of: all(trust)) }
    }

    private struct Use {
        var bytes = 0
        /// Bytes of each address and site.
        var places: [String: Int] = [:]

        mutating func take(_ count: Int, of sender: SpoolSender) {
            bytes += count
            places[sender.network, default: 0] += count
            if let site = sender.site { places[site, default: 0] += count }
        }

        mutating func release(_ count: Int, of sender: SpoolSender) {
            bytes -= count
            for place in [sender.network, sender.site].compactMap(\.self) {
                let left = (places[place] ?? 0) - count
                places[place] = left > 0 ? left : nil
            }
        }
    }

    /// How many bytes there may be, and works on files.
    let bounds: Bounds
    private let log: LimitLog
    private let uses = NIOLockedValueBox<[Trust: Use]>([:])

    /// Room that nobody uses yet.
    package init(_ bounds: Bounds, log: LimitLog) {
        self.bounds = bounds
        self.log = log
    }

    /// Bytes in use.
    package var bytes: Int { uses.withLockedValue { $0.values.reduce(0) { $0 + $1.bytes } } }

    /// Whether nobody has room, so that nothing is kept of any address.
    package var isEmpty: Bool {
        uses.withLockedValue { $0.values.allSatisfy { $0.bytes == 0 && $0.places.isEmpty } }
    }

    /// Takes room.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if the address has all that one may have, `unavailable` if all
    ///   together have.
    func take(_ count: Int, for sender: SpoolSender) throws {
        try demand(count, for: sender, takes: true)
    }

    /// Refuses a body that would have no room, before any of it is read.
    ///
    /// - Throws: As ``take(_:for:)``.
    func require(_ count: Int, for sender: SpoolSender) throws {
        try demand(count, for: sender, takes: false)
    }

    /// Gives room back.
    func release(_ count: Int, of sender: SpoolSender) {
        guard count > 0 else { return }
        uses.withLockedValue { $0[sender.trust, default: Use()].release(count, of: sender) }
    }

    private func demand(_ count: Int, for sender: SpoolSender, takes: Bool) throws {
        let trust = sender.trust
        let refusal = uses.withLockedValue { uses -> ConsoleError? in
            let use = uses[trust] ?? Use()
            if use.places[sender.network] ?? 0 > bounds.ofAddress(trust) - count {
                return Self.ofAddress(bounds.ofAddress(trust))
            }
            if let site = sender.site, use.places[site] ?? 0 > bounds.ofSite(trust) - count {
                return Self.ofAddress(bounds.ofSite(trust))
            }
            if use.bytes > bounds.all(trust) - count { return Self.ofAll(bounds.all(trust)) }
            if takes { uses[trust, default: Use()].take(count, of: sender) }
            return nil
        }
        guard let refusal else { return }
        log.note("A large body was refused: \(sentence(refusal.code, trust))", from: sender.network)
        throw refusal
    }

    /// Which limit was reached, for the log.
    private func sentence(_ code: ConsoleError.Code, _ trust: Trust) -> String {
        switch (code, trust) {
        case (.tooManyRequests, .proven): "one group or address has half of spool.provenBytes under way."
        case (.tooManyRequests, .anybody):
            "one address has spool.bytesPerAddress under way, or its site http.siteFactor times that."
        case (.tooManyRequests, .inMemory):
            "one address has bodies.bytesPerAddress under way, or its site http.siteFactor times that."
        case (_, .proven): "all of spool.provenBytes is taken."
        case (_, .inMemory): "all of bodies.bytes is taken."
        case (_, .anybody): "all of spool.bytes is taken."
        }
    }

    private static func ofAddress(_ limit: Int) -> ConsoleError {
        ConsoleError(
            .tooManyRequests,
            "Large bodies of this sender take the \(limit) bytes one may have under way; send it again later.",
            headers: ["Retry-After": "5"])
    }

    private static func ofAll(_ limit: Int) -> ConsoleError {
        ConsoleError(
            .unavailable, "Large bodies take the \(limit) bytes the console has for them; send it again later.",
            headers: ["Retry-After": "5"])
    }
}

/// Whose room a body takes.
package struct SpoolSender: Sendable {
    /// What its address is counted under.
    package let network: String
    /// What its site is counted under, if it has one.
    package let site: String?
    /// What is known of it.
    package let trust: SpoolRoom.Trust

    /// The sender of a request.
    ///
    /// - Parameters:
    ///   - address: Its address, without a port.
    ///   - trust: What is known of it.
    package init(_ address: String, _ trust: SpoolRoom.Trust) {
        let place = ClientNetwork(of: address)
        network = place.address
        site = place.site
        self.trust = trust
    }

    /// The same for what is kept in memory while it arrives.
    var inMemory: SpoolSender { SpoolSender(network: network, site: site, trust: .inMemory) }

    /// Whose turn work on its files takes.
    var key: ClientKey { ClientKey(.anonymous, .user(widest.hashValue), member: Int64(network.hashValue)) }

    /// Whose share a body takes where there are shares: the site if there is one.
    package var widest: String { site ?? network }

    private init(network: String, site: String?, trust: SpoolRoom.Trust) {
        self.network = network
        self.site = site
        self.trust = trust
    }

    /// An administrator, whose uploads are counted by the group and not by the address.
    package init(_ administrator: AdministratorIdentity) {
        network = "group \(administrator.groupID)"
        site = nil
        trust = .proven
    }
}

/// Room that one body takes, until it is given back or forgotten.
package final class SpoolLease: Sendable {
    private let room: SpoolRoom
    private let sender: SpoolSender
    private let count = NIOLockedValueBox(0)

    /// No room yet.
    init(_ room: SpoolRoom, for sender: SpoolSender) {
        self.room = room
        self.sender = sender
    }

    deinit { release() }

    /// Takes more.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` or `unavailable` if there is none.
    func take(_ more: Int) throws {
        try room.take(more, for: sender)
        count.withLockedValue { $0 += more }
    }

    /// Gives all of it back, once.
    package func release() {
        room.release(
            count.withLockedValue { count in
                defer { count = 0 }
                return count
            }, of: sender)
    }
}
