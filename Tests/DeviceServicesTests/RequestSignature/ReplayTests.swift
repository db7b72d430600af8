import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Signed requests that come again (Decision 0028).
struct ReplayTests {
    private static let refusing: ConfigurationSettings = [\.signatureReplay: "refuse", \.signatureFreshness: "60"]

    /// An un-enrollment as a signed POST would change much; a message to the processor changes little and is quick.
    private static func idle(_ client: SimulatedClient) throws -> ClientRequest {
        try DeviceRoute.processor.request(client)
    }

    @Test func `By default a request may come again`() async throws {
        try await withConsole { console async throws in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try Self.idle(client), as: client)
            for _ in 0..<3 { #expect(try await console.send(signed).status == 200) }
        }
    }

    @Test func `A request that was answered is refused, however its signature is spelled`() async throws {
        try await withConsole(Self.refusing) { console async throws in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try Self.idle(client), as: client)
            #expect(try await console.send(signed).status == 200)
            let again = try await console.send(signed)
            #expect(again.status == 400 && again.text.contains("answered before"))
            var withQuery = signed
            withQuery.target += "?x=1"
            #expect(try await console.send(withQuery).status == 400)
            console.clock.advance(seconds: 1)
            #expect(try await console.send(console.signed(try Self.idle(client), as: client)).status == 200)
            console.clock.advance(seconds: 200)
            let stale = try await console.send(signed)
            #expect(stale.status == 400 && stale.text.contains("seconds ago"))
        }
    }

    @Test func `What only reads may come again within a second`() async throws {
        try await withConsole(Self.refusing) { console async throws in
            let client = try await console.signedInDevice()
            let signed = try console.signed(try DeviceRoute.user.request(client), as: client)
            for _ in 0..<3 { #expect(try await console.send(signed).status == 200) }
        }
    }

    @Test func `What came to nothing may be sent again as it is`() async throws {
        try await withConsole(Self.refusing) { console async throws in
            let client = try await console.signedInDevice()
            var request = try Self.idle(client)
            request.body = Data("rubbish".utf8)
            let signed = try console.signed(request, as: client)
            let first = try await console.send(signed)
            let second = try await console.send(signed)
            #expect(first.status == 400 && second.status == 400 && !second.text.contains("answered before"))
        }
    }

    private static func identity(_ device: Int64, of group: Int64 = 7) throws -> DeviceIdentity {
        DeviceIdentity(
            deviceID: device, installationID: device, userID: 1, groupID: group,
            device: try #require(DeviceIdentifier("ffff")), bundle: try #require(BundleIdentifier("a.b")),
            authenticationGroup: "a.b", scheme: .signature)
    }

    /// Takes a signature for a device whose customer is its group.
    private static func take(_ number: Int, of identity: DeviceIdentity, _ memory: ReplayMemory) async throws -> Bool {
        try await memory.take(text(number), of: identity) { identity.groupID }
    }

    private static func text(_ number: Int) -> String { Data("signature \(number)".utf8).base64EncodedString() }

    @Test func `Each device has bounded room of its own, which empties with time`() async throws {
        let clock = TestClock()
        let memory = ReplayMemory(freshness: 10, clock: clock.consoleClock)
        let (one, other) = (try Self.identity(1), try Self.identity(2))
        #expect(try await Self.take(0, of: other, memory))
        for number in 0..<ReplayMemory.perDevice * 2 { #expect(try await Self.take(number, of: one, memory)) }
        #expect(memory.count == ReplayMemory.perDevice + 1)
        #expect(try await !Self.take(ReplayMemory.perDevice * 2 - 1, of: one, memory))
        #expect(try await !Self.take(ReplayMemory.perDevice, of: one, memory))
        #expect(try await Self.take(ReplayMemory.perDevice - 1, of: one, memory))
        #expect(try await !Self.take(0, of: other, memory))
        memory.forget(Self.text(0), of: other)
        #expect(try await Self.take(0, of: other, memory))
        clock.advance(seconds: 20)
        #expect(try await !Self.take(0, of: other, memory))
        clock.advance(seconds: 1)
        #expect(try await Self.take(0, of: other, memory))
        #expect(memory.count <= ReplayMemory.perDevice + 1)
    }

    @Test func `A customer with many devices makes only devices of its own forgotten, those silent longest`()
        async throws
    {
        let clock = TestClock()
        let memory = ReplayMemory(freshness: 600, clock: clock.consoleClock, devices: 10)
        for device in 1...4 { #expect(try await Self.take(0, of: Self.identity(Int64(device), of: 1), memory)) }
        for device in 100..<160 {
            clock.advance(seconds: 1)
            #expect(try await Self.take(0, of: Self.identity(Int64(device), of: 2), memory))
        }
        for device in 1...4 { #expect(try await !Self.take(0, of: Self.identity(Int64(device), of: 1), memory)) }
        #expect(try await !Self.take(0, of: Self.identity(159, of: 2), memory))
        #expect(memory.count == 10)
    }

    @Test func `Bytes are bounded as devices are, and only the customer with most forgets`() async throws {
        let clock = TestClock()
        let bytes = 20 * (SignatureRing.bytesBesides + 10 * SignatureRing.bytesEach)
        let memory = ReplayMemory(freshness: 600, clock: clock.consoleClock, bytes: bytes)
        for device in 1...4 { #expect(try await Self.take(0, of: Self.identity(Int64(device), of: 1), memory)) }
        for number in 0..<10 {
            for device in 100..<160 {
                #expect(try await Self.take(number, of: Self.identity(Int64(device), of: 2), memory))
                #expect(memory.byteCount <= bytes)
            }
            clock.advance(seconds: 1)
        }
        for device in 1...4 { #expect(try await !Self.take(0, of: Self.identity(Int64(device), of: 1), memory)) }
        #expect(try await !Self.take(9, of: Self.identity(159, of: 2), memory))
        #expect(memory.byteCount > bytes / 2)
    }

    @Test func `A device takes so many bytes at most, however long its signatures are and whether they are forgotten`()
        async throws
    {
        let memory = ReplayMemory(freshness: 600, clock: TestClock().consoleClock)
        let one = try Self.identity(1)
        #expect(MemoryLayout<SignatureMark>.size == 16)
        for number in 0..<ReplayMemory.perDevice * 2 {
            let signature = String(repeating: "A", count: 4000) + Self.text(number)
            #expect(try await memory.take(signature, of: one) { 7 })
            #expect(try await Self.take(number, of: one, memory))
            memory.forget(Self.text(number), of: one)
        }
        let most = SignatureRing.bytesBesides + ReplayMemory.perDevice * SignatureRing.bytesEach
        #expect(memory.byteCount == most && most < ReplayMemory.bytes / 100)
    }

    @Test func `Requests that fail push out no signatures of others`() async throws {
        let memory = ReplayMemory(freshness: 600, clock: TestClock().consoleClock)
        let one = try Self.identity(1)
        #expect(try await Self.take(0, of: one, memory))
        for number in 1..<ReplayMemory.perDevice * 2 {
            #expect(try await Self.take(number, of: one, memory))
            memory.forget(Self.text(number), of: one)
        }
        #expect(try await !Self.take(0, of: one, memory))
        #expect(memory.byteCount == SignatureRing.bytesBesides + 2 * SignatureRing.bytesEach)
    }

    @Test func `Refusing needs freshness`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConsoleConfiguration.test([\.signatureReplay: "refuse"])
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("signature.freshness"))
    }
}
