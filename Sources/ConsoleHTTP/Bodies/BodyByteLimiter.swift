package import ConsoleModel
package import ConsolePlatform
import NIOConcurrencyHelpers

/// Limits the bytes of bodies under way, in files and in memory, of all clients and of each (Operations, "Limits").
package final class BodyByteLimiter: Sendable {
    /// How many bytes there may be.
    package struct Bounds: Sendable {
        /// Bytes in files of clients whose credential is checked only once the body is there.
        package let bytes: Int
        /// Bytes among them of one address.
        package let bytesPerAddress: Int
        /// Bytes in files of clients whose credential was checked before; one of them may take half.
        package let provenBytes: Int
        /// Bytes in memory of bodies that have not arrived yet.
        package let memory: Int
        /// Bytes among them of one address.
        package let memoryPerAddress: Int
        /// Jobs on files of such bodies at a time; others wait.
        package let works: Int
        /// How much more than one address a network of 48 bits may have of any of them.
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
    }

    /// Where bytes are.
    package enum Place: Sendable {
        case file, memory
    }

    /// The bounds.
    let bounds: Bounds
    private let files: ConcurrencyLimiter
    private let memory: ConcurrencyLimiter
    private let log: LimitLog

    /// A limiter of which nothing is in use.
    package init(_ bounds: Bounds, log: LimitLog) {
        self.bounds = bounds
        self.log = log
        files = ConcurrencyLimiter(
            permits: .max,
            shares: [
                .anonymous: LimiterShare(bounds.bytes, perAddress: bounds.bytesPerAddress, bounds.site),
                .authenticated: LimiterShare(bounds.provenBytes, perOwner: bounds.provenBytes / 2),
            ])
        memory = ConcurrencyLimiter(
            permits: .max,
            shares: [.anonymous: LimiterShare(bounds.memory, perAddress: bounds.memoryPerAddress, bounds.site)])
    }

    /// Bytes in use.
    package var bytes: Int { files.held + memory.held }
    /// Whether nothing is in use, so that no client is remembered.
    package var isEmpty: Bool { files.isIdle && memory.isIdle }

    /// Refuses a body that would not fit into files, before any of it is read.
    ///
    /// - Throws: As ``BodyLease/take(_:)``.
    func require(_ count: Int, for key: ClientKey) throws {
        if let refusal = files.refusal(of: count, for: key) { throw error(refusal, .file, key) }
    }

    fileprivate func take(_ count: Int, _ place: Place, for key: ClientKey) throws {
        if let refusal = limiter(place).take(count, for: key) { throw error(refusal, place, key) }
    }

    fileprivate func release(_ count: Int, _ place: Place, of key: ClientKey) {
        if count > 0 { limiter(place).release(count, of: key) }
    }

    private func limiter(_ place: Place) -> ConcurrencyLimiter {
        switch place {
        case .file: files
        case .memory: memory
        }
    }

    private func error(_ refusal: ConcurrencyLimiter.Refusal, _ place: Place, _ key: ClientKey) -> ConsoleError {
        let name =
            switch (place, refusal, key.tier) {
            case (.file, _, .authenticated): "spool.provenBytes"
            case (.file, .share, _): "spool.bytesPerAddress"
            case (.file, .capacity, _): "spool.bytes"
            case (.memory, .share, _): "bodies.bytesPerAddress"
            case (.memory, .capacity, _): "bodies.bytes"
            }
        log.note("Large bodies were refused (\(name))")
        return ConsoleError(
            refusal == .share ? .tooManyRequests : .unavailable,
            "Large bodies under way \(refusal == .share ? "of this client " : "")take all bytes they may (\(name)); send it "
                + "again later.", headers: ["Retry-After": "5"])
    }
}

/// Bytes that one body takes, until they are given back or nobody holds the lease.
package final class BodyLease: Sendable {
    private let limiter: BodyByteLimiter
    private let place: BodyByteLimiter.Place
    private let key: ClientKey
    private let count = NIOLockedValueBox(0)

    /// A lease of nothing yet.
    init(_ limiter: BodyByteLimiter, _ place: BodyByteLimiter.Place, for key: ClientKey) {
        self.limiter = limiter
        self.place = place
        // Nobody has proven anything about a body in memory: it has not arrived.
        self.key = place == .memory ? ClientKey(.anonymous, key.owner, member: key.member) : key
    }

    deinit { release() }

    /// Takes more bytes.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if the client has all that one may have, `unavailable` if all clients
    ///   together have.
    func take(_ more: Int) throws {
        try limiter.take(more, place, for: key)
        count.withLockedValue { $0 += more }
    }

    /// Gives all of them back, once.
    package func release() {
        let count = count.withLockedValue { count in
            defer { count = 0 }
            return count
        }
        limiter.release(count, place, of: key)
    }
}

extension ClientKey {
    /// The client of a large body: checked before its body arrives, or not.
    package static func body(from address: String, isProven: Bool) -> ClientKey {
        ClientKey(isProven ? .authenticated : .anonymous, address: address)
    }

    /// An administrator, whose uploads are counted by the group and not by the address.
    package static func body(of administrator: AdministratorIdentity) -> ClientKey {
        ClientKey(.authenticated, .customer(administrator.groupID))
    }
}
