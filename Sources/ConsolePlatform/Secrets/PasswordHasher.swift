import Crypto
import CryptoExtras
import Foundation
import NIOCore
package import NIOPosix

/// A password with the salt it is going to be hashed with.
package struct SaltedPassword: Sendable {
    fileprivate let password: String
    fileprivate let salt: Data
}

/// Hashes and verifies passwords with scrypt, away from the event loops and few at a time.
///
/// A hash names its own cost: `$scrypt$ln=14,r=8,p=1$<salt>$<hash>`, salt and hash in base64. Passwords of the console's
/// own making may have a fast one, `$sha256$<salt>$<hash>`.
package struct PasswordHasher: Sendable {
    /// Costs that are taken; the largest needs 128 MiB, more would be refused by scrypt.
    package static let costs = 1...17

    /// Base-2 logarithm of scrypt's cost.
    let cost: Int
    private let random: RandomSource
    private let threads: NIOThreadPool
    private let limiter: ConcurrencyLimiter
    private let limits: LimitLog?
    private let verified = VerifiedPasswords()
    private static let keyLength = 32
    private static let blockSize = 8

    /// A hasher that makes hashes of a cost; verifying takes any of ``costs``.
    ///
    /// - Parameters:
    ///   - cost: Base-2 logarithm of scrypt's cost.
    ///   - random: Makes salts.
    ///   - queueLimit: How many passwords may wait; more are refused.
    ///   - share: How many of them may be of one sender.
    ///   - site: How much more than one sender all those of a site may have.
    ///   - threads: Where the work is done.
    ///   - limits: Where it is said that passwords were refused.
    package init(
        cost: Int, random: RandomSource, queueLimit: Int = 256, share: Int = 64, site: SiteRule = .standard,
        threads: NIOThreadPool = .singleton, limits: LimitLog? = nil
    ) {
        self.cost = cost
        self.random = random
        self.threads = threads
        self.limits = limits
        limiter = ConcurrencyLimiter(
            permits: System.coreCount, shares: [.suspect: LimiterShare(max(1, System.coreCount - 1))],
            queue: LimiterShare(queueLimit, perAddress: share, site))
    }

    /// Runs a job on the threads once it has a permit; the job of a suspect runs at a low priority.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if too much of the client waits, `unavailable` if too much of all; what
    ///   the work throws.
    func queued<Value: Sendable>(
        _ key: ClientKey, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        do {
            return try await limiter.run(for: key) {
                key.tier == .suspect ? try await PatientThread.run(work) : try await threads.runIfActive(work)
            }
        } catch ConcurrencyLimiter.Refusal.share {
            limits?.note("Passwords were refused, since too many of one sender wait (passwords.share)")
            throw ConsoleError(
                .tooManyRequests, "Too many passwords from here wait to be checked; try again.",
                headers: ["Retry-After": "1"])
        } catch ConcurrencyLimiter.Refusal.capacity {
            limits?.note("Passwords were refused, since too many wait (passwords.queue)")
            throw ConsoleError(.unavailable, "Too many passwords wait to be checked; try again.")
        }
    }

    /// Hashes a password.
    package func hash(_ password: String) async throws -> String {
        let salted = salted(password)
        return try await queued(.console) { try hashed(salted) }
    }

    /// Draws the salt of a password, for passwords that are hashed beside each other: their salts come from the one
    /// source in an order that does not depend on which is done first.
    package func salted(_ password: String) -> SaltedPassword {
        SaltedPassword(password: password, salt: Data(random.bytes(16)))
    }

    /// Hashes a password with the salt that was drawn for it, however many wait.
    ///
    /// For environments, which hash few at a time: a short queue of logins must not keep a console from starting.
    package func hash(_ salted: SaltedPassword) async throws -> String {
        try await threads.runIfActive { try hashed(salted) }
    }

    /// Hashes a password with another cost, for passwords that protect nothing but a test.
    package func hash(_ password: String, cost: Int) async throws -> String {
        let salted = salted(password)
        return try await queued(.console) { try hashed(salted, cost: cost) }
    }

    /// Hashes a password that was made of at least 128 random bits: `$sha256$<salt>$<hash>`.
    ///
    /// A slow hash makes guessing slow; what nobody can guess does not need one.
    package func hash(generated password: String) -> String {
        let salted = salted(password)
        return "\(Self.fastPrefix)\(salted.salt.base64EncodedString())$\(Self.fastHash(password, salt: salted.salt))"
    }

    private static let fastPrefix = "$sha256$"

    private static func fastHash(_ password: String, salt: Data) -> String {
        Data(SHA256.hash(data: salt + Data(password.utf8))).base64EncodedString()
    }

    /// Whether a password belongs to a fast hash; nil for a hash of another form.
    private static func verifyFast(_ password: String, against hash: String?) -> Bool? {
        guard let (salt, key) = hash.flatMap(parseFast) else { return nil }
        return SecretHash.areEqual(fastHash(password, salt: salt), key)
    }

    private static func parseFast(_ hash: String) -> (salt: Data, key: String)? {
        guard hash.hasPrefix(fastPrefix) else { return nil }
        let parts = hash.dropFirst(fastPrefix.count).split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 2, let salt = Data(base64Encoded: String(parts[0])), salt.count >= 8,
            let key = Data(base64Encoded: String(parts[1])), key.count == keyLength
        else { return nil }
        return (salt, String(parts[1]))
    }

    private func hashed(_ salted: SaltedPassword) throws -> String { try hashed(salted, cost: cost) }

    private func hashed(_ salted: SaltedPassword, cost: Int) throws -> String {
        let key = try Self.derive(salted.password, salt: salted.salt, cost: cost)
        return "$scrypt$ln=\(cost),r=\(Self.blockSize),p=1"
            + "$\(salted.salt.base64EncodedString())$\(key.base64EncodedString())"
    }

    /// Whether a password belongs to a hash; false for a hash that cannot be read.
    ///
    /// For nil, where there is no such user, it takes the same time and says false.
    ///
    /// - Parameters:
    ///   - password: In the clear.
    ///   - hash: A hash of any form.
    ///   - highest: The highest cost of any hash that it could have been: a wrong password takes as long as with that,
    ///     or with the cost of new ones if that is higher, also against a cheaper hash, made at another time or for a
    ///     sandbox, and against none. Nil if it may take as long as it takes.
    ///   - isRemembered: Whether a right password is remembered for this hash, so that the next time takes no work. Not
    ///     for accounts that are locked: there the time would tell whether a guess is right.
    ///   - key: Whom it is checked for.
    /// - Returns: Whether it belongs to it.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if too many of the client wait, `unavailable` if too many of all do.
    package func verify(
        _ password: String, against hash: String?, evenTo highest: Int? = nil, remembering isRemembered: Bool = false,
        for key: ClientKey
    ) async throws -> Bool {
        if let isRight = Self.verifyFast(password, against: hash), isRight || highest == nil { return isRight }
        let mark = isRemembered ? hash.map { verified.mark(of: password, for: $0) } : nil
        if let mark, verified.contains(mark) { return true }
        return try await queued(key) {
            // Others may have brought the same one while this one waited.
            if let mark, verified.contains(mark) { return true }
            let parts = hash.flatMap(Self.parse)
            let costs = costs(ofWrong: parts?.cost, evenTo: highest)
            if let parts {
                let key = try Self.derive(password, salt: parts.salt, cost: parts.cost)
                if SecretHash.areEqual(key.base64EncodedString(), parts.key.base64EncodedString()) {
                    if let mark { verified.insert(mark) }
                    return true
                }
            }
            for cost in costs.dropFirst(parts == nil ? 0 : 1) {
                _ = try Self.derive(password, salt: parts?.salt ?? Data(count: 16), cost: cost)
            }
            return false
        }
    }

    /// What a wrong password is hashed at, one after the other, to be as much work as the highest cost.
    ///
    /// Hashing at one cost and all from it on below another one is as much work as hashing at the other one.
    ///
    /// - Parameters:
    ///   - stored: The cost of the hash it is checked against, which comes first; nil if there is none.
    ///   - highest: The highest cost of any hash that it could have been; nil if it may take as long as it takes.
    /// - Returns: The costs.
    func costs(ofWrong stored: Int?, evenTo highest: Int?) -> [Int] {
        let whole = max(cost, min(highest ?? cost, Self.costs.upperBound))
        guard let stored else { return [whole] }
        return [stored] + (highest == nil ? [] : Array(stored..<max(stored, whole)))
    }

    /// The same for the console itself, whose passwords come from its operator.
    package func verify(_ password: String, against hash: String?) async throws -> Bool {
        try await verify(password, against: hash, for: .console)
    }

    /// Whether a text has the form of a hash this hasher verifies.
    package static func isHash(_ text: String) -> Bool { parse(text) != nil || parseFast(text) != nil }

    private static func parse(_ hash: String) -> (cost: Int, salt: Data, key: Data)? {
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let salt = Data(base64Encoded: String(parts[3])), let key = Data(base64Encoded: String(parts[4])),
            salt.count >= 8, key.count == keyLength
        else { return nil }
        let settings = parts[2].split(separator: ",")
        guard settings.count == 3, settings[1] == "r=\(blockSize)", settings[2] == "p=1",
            settings[0].hasPrefix("ln="), let cost = Int(settings[0].dropFirst(3)), costs.contains(cost)
        else { return nil }
        return (cost, salt, key)
    }

    private static func derive(_ password: String, salt: Data, cost: Int) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: keyLength, rounds: 1 << cost,
            blockSize: blockSize, parallelism: 1, maxMemory: 256 << 20)
        return key.withUnsafeBytes { Data($0) }
    }
}
