import Foundation
import NIOPosix
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Secrets that are sealed, hashed and compared.
struct SecretTests {
    private static let box = SecretBox(key: Data(repeating: 7, count: 32))

    @Test(arguments: ["", "token", "Größe 🏔", String(repeating: "x", count: 10_000)])
    func `What is sealed opens under the same key and context`(text: String) throws {
        let sealed = try Self.box.seal(text, context: "row 1")
        #expect(try Self.box.open(sealed, context: "row 1") == text)
        #expect(text.isEmpty || sealed.range(of: Data(text.utf8)) == nil)
    }

    @Test func `The same text is never sealed the same`() throws {
        #expect(try Self.box.seal("a", context: "") != Self.box.seal("a", context: ""))
    }

    @Test func `Another context or key does not open it`() throws {
        let sealed = try Self.box.seal("token", context: "row 1")
        for (box, context) in [
            (Self.box, "row 2"), (SecretBox(key: Data(repeating: 8, count: 32)), "row 1"), (Self.box, ""),
        ] {
            let error = #expect(throws: ConsoleError.self) { try box.open(sealed, context: context) }
            #expect(error?.code == .internalError)
        }
    }

    @Test func `A change of any byte, or a missing one, is noticed`() throws {
        let sealed = try Self.box.seal("token", context: "row")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: ConsoleError.self) { try Self.box.open(changed, context: "row") }
        }
        for count in 0..<sealed.count {
            #expect(throws: ConsoleError.self) { try Self.box.open(sealed.prefix(count), context: "row") }
        }
    }

    @Test func `A secret is hashed with SHA-256`() {
        let hex = RandomSource.hex(SecretHash.sha256("abc"))
        #expect(hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("a", "aa", false), ("é", "e", false),
    ])
    func `Secrets are compared whole`(left: String, right: String, isEqual: Bool) {
        #expect(SecretHash.areEqual(left, right) == isEqual)
    }
}

/// Passwords under scrypt.
struct PasswordHasherTests {
    private static let hasher = PasswordHasher(cost: 2, random: .counting())

    @Test func `A right password is remembered for its hash alone, if that is asked for`() async throws {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let hasher = PasswordHasher(cost: 2, random: .counting(), threads: threads)
        let (hash, other) = (try await hasher.hash("p"), try await hasher.hash("p"))
        #expect(try await hasher.verify("p", against: hash, remembering: true, for: .console))
        #expect(try await hasher.verify("p", against: other, for: .console))
        #expect(try await !hasher.verify("q", against: hash, remembering: true, for: .console))
        // Whatever needs work fails from now on.
        try await threads.shutdownGracefully()
        #expect(try await hasher.verify("p", against: hash, remembering: true, for: .console))
        for (password, hash, isRemembered) in [
            ("p", hash, false), ("q", hash, true), ("p", other, true), ("", hash, true), ("p", nil, true),
        ] as [(String, String?, Bool)] {
            await #expect(throws: (any Error).self) {
                try await hasher.verify(password, against: hash, remembering: isRemembered, for: .console)
            }
        }
    }

    @Test func `What is remembered has bounds, and what is used stays longer`() {
        let verified = VerifiedPasswords(limit: 10)
        let used = verified.mark(of: "used", for: "hash")
        verified.insert(used)
        let marks = (0..<50).map { verified.mark(of: "\($0)", for: "hash") }
        for mark in marks {
            verified.insert(mark)
            #expect(verified.contains(used))
        }
        #expect(marks.count { verified.contains($0) } <= 20)
        #expect(verified.mark(of: "b", for: "a") != verified.mark(of: "", for: "ab"))
        #expect(VerifiedPasswords().mark(of: "used", for: "hash") != used)
    }

    @Test func `Even work changes no answer`() async throws {
        for hash in [
            try await Self.hasher.hash("right", cost: 1), try await Self.hasher.hash("right"),
            Self.hasher.hash(generated: "right"),
        ] {
            for highest in [nil, 1, 5] {
                #expect(try await Self.hasher.verify("right", against: hash, evenTo: highest, for: .console))
                #expect(try await !Self.hasher.verify("wrong", against: hash, evenTo: highest, for: .console))
            }
        }
    }

    @Test(arguments: ["p", "", "Größe 🏔", String(repeating: "x", count: 2000), "a:b\u{0}c"])
    func `Only the right password belongs to a hash`(password: String) async throws {
        let hash = try await Self.hasher.hash(password)
        #expect(hash.hasPrefix("$scrypt$ln=2,r=8,p=1$"))
        #expect(PasswordHasher.isHash(hash))
        #expect(try await Self.hasher.verify(password, against: hash))
        #expect(try await !Self.hasher.verify(password + "x", against: hash))
        #expect(try await !Self.hasher.verify(String(password.dropLast()) + "\u{1}", against: hash))
    }

    @Test func `The same password has another hash each time`() async throws {
        let hashes = [try await Self.hasher.hash("p"), try await Self.hasher.hash("p")]
        #expect(Set(hashes).count == 2)
        for hash in hashes { #expect(try await Self.hasher.verify("p", against: hash)) }
    }

    #if os(Linux)
        @Test func `The password of a suspect is hashed on a thread that gives way, any other is not`() async throws {
            let niceness: @Sendable () -> Int32 = { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            let apart = try await PatientThread.run(niceness)
            #expect(try await Self.hasher.queued(ClientKey(.suspect, address: "192.0.2.1"), niceness) == apart)
            for key in [ClientKey(.anonymous, address: "192.0.2.1"), ClientKey(.authenticated, .user(1)), .console] {
                #expect(try await Self.hasher.queued(key, niceness) < apart)
            }
        }
    #endif

    @Test func `Salts come in the order they are drawn in, whichever hash is done first`() async throws {
        let (one, other) = (PasswordHasher(cost: 2, random: .counting()), PasswordHasher(cost: 2, random: .counting()))
        let salted = ["a", "b", "c"].map(one.salted)
        let backwards = try await [one.hash(salted[2]), one.hash(salted[1]), one.hash(salted[0])]
        let inOrder = try await [other.hash("a"), other.hash("b"), other.hash("c")]
        #expect(Array(backwards.reversed()) == inOrder)
    }

    @Test func `A hash of another cost is verified at its own`() async throws {
        let hash = try await PasswordHasher(cost: 5, random: .counting()).hash("p")
        #expect(try await Self.hasher.verify("p", against: hash))
    }

    @Test func `A hash of another program is verified`() async throws {
        // Python: hashlib.scrypt(b"password", salt=b"NaClNaClNaClNaCl", n=1024, r=8, p=1, dklen=32)
        let hash = "$scrypt$ln=10,r=8,p=1$TmFDbE5hQ2xOYUNsTmFDbA==$AughW9OQdIjb8Y7W3yGZXE5EX58i0ciSXZxtEpWJvdU="
        #expect(try await Self.hasher.verify("password", against: hash))
        #expect(try await !Self.hasher.verify("Password", against: hash))
    }

    @Test(
        arguments: [(nil, nil), (nil, 2), (2, 2), (1, 2), (nil, 6), (1, 6), (4, 6), (6, 6), (nil, 17)]
            as [(Int?, Int?)])
    func `A wrong password is as much work for no user as for one with the highest cost there is`(
        stored: Int?, highest: Int?
    ) {
        let costs = Self.hasher.costs(ofWrong: stored, evenTo: highest)
        #expect(costs.first == stored ?? max(2, highest ?? 2))
        #expect(costs.reduce(0) { $0 + 1 << $1 } == 1 << max(2, highest ?? 2))
    }

    @Test func `A cost that no hash has is not taken, and where it need not be even it is that of the hash`() {
        #expect(Self.hasher.costs(ofWrong: nil, evenTo: 40) == [17])
        #expect(Self.hasher.costs(ofWrong: 1, evenTo: nil) == [1] && Self.hasher.costs(ofWrong: 5, evenTo: nil) == [5])
    }

    @Test func `No user takes the work and says no`() async throws {
        #expect(try await !Self.hasher.verify("p", against: nil))
        #expect(try await !Self.hasher.verify("", against: nil))
    }

    private static let salt = "AAAAAAAAAAAAAAAAAAAAAA=="
    private static let key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(arguments: [
        "", "p", "$2b$12$abcdefghijklmnopqrstuv", "$scrypt$ln=2,r=8,p=1$\(salt)", "$scrypt$ln=2,r=8,p=1$\(salt)$",
        "$scrypt$ln=0,r=8,p=1$\(salt)$\(key)", "$scrypt$ln=18,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=21,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=-1,r=8,p=1$\(salt)$\(key)", "$scrypt$ln=2,r=9,p=1$\(salt)$\(key)",
        "$scrypt$ln=2,r=8,p=2$\(salt)$\(key)",
        "$scrypt$r=8,ln=2,p=1$\(salt)$\(key)", "$scrypt$ln=2,r=8,p=1$*$\(key)", "$scrypt$ln=2,r=8,p=1$AAAA$\(key)",
        "$scrypt$ln=2,r=8,p=1$\(salt)$AAAA", "x$scrypt$ln=2,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=2,r=8,p=1$\(salt)$\(key)$",
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b8dWRWJTmaaJObG",
        "$scrypt$ln=99999999999999999999,r=8,p=1$a$b",
    ])
    func `What is no hash of ours lets nobody in and is no error`(hash: String) async throws {
        #expect(!PasswordHasher.isHash(hash))
        #expect(try await !Self.hasher.verify("p", against: hash))
    }

    @Test func `The largest cost that is taken can be used`() async throws {
        let hash = try await PasswordHasher(cost: 17, random: .counting()).hash("p")
        #expect(try await Self.hasher.verify("p", against: hash))
    }
}
