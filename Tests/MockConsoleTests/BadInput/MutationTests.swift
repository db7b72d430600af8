import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Random changes of good requests, the same in every run: whatever arrives, the console has an answer for it.
struct MutationTests {
    /// SplitMix64.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    /// Characters that make a difference somewhere.
    private static let special = Array("/%?&=:;.,{}[]\"'<>\\ +-0aZ~#*|".utf8)

    /// Flips, inserts, removes or repeats some bytes.
    private static func mutate(_ data: Data, printable: Bool, _ random: inout Seeded) -> Data {
        var bytes = Array(data)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let byte =
                Bool.random(using: &random)
                ? special.randomElement(using: &random) ?? 0
                : UInt8.random(in: printable ? 0x21...0x7E : 0...255, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0 where index < bytes.count: bytes[index] = byte
            case 1 where index < bytes.count: bytes[index] ^= printable ? 1 : 1 << (byte % 8)
            case 2 where index < bytes.count: bytes.remove(at: index)
            case 3: bytes.removeLast(min(bytes.count, Int(byte % 16)))
            default: bytes.insert(byte, at: index)
            }
        }
        return Data(printable ? bytes.map { (0x21...0x7E).contains($0) ? $0 : 0x2F } : bytes)
    }

    private static func mutateTarget(_ request: inout ClientRequest, _ random: inout Seeded) {
        let target = mutate(Data(request.target.utf8.dropFirst()), printable: true, &random)
        request.target = "/" + String(decoding: target, as: UTF8.self)
    }

    private static func mutateHeader(_ request: inout ClientRequest, _ random: inout Seeded) {
        guard let index = request.headers.indices.randomElement(using: &random) else { return }
        let value = mutate(Data(request.headers[index].value.utf8), printable: true, &random)
        request.headers[index].value = String(decoding: value, as: UTF8.self)
    }

    @Test(arguments: [UInt64(1), 2], [SimulatedClient.Scheme.signature, .bearer])
    func `A changed request is answered, and never with a failure`(seed: UInt64, scheme: SimulatedClient.Scheme)
        async throws
    {
        try await withConsole([\.signatureMode: "lenient"]) { console in
            var random = Seeded(state: seed)
            var client = try await console.signedInDevice(scheme: scheme)
            var statuses: [Int: Int] = [:]
            for round in 0..<500 {
                // A request that got through may have ended or replaced the credential.
                if round % 25 == 0 { client = try await console.signedInDevice(scheme: scheme) }
                guard let route = DeviceRoute.allCases.randomElement(using: &random) else { continue }
                let request = try Self.changed(try route.request(client), client, console, &random)
                let response = try await console.send(request)
                statuses[response.status, default: 0] += 1
                #expect(response.status < 500, "\(request) \(response.text)")
                #expect(response.status != 409, "\(request) \(response.text)")
                #expect(response.headers["x-aw-version"] == "24.10.0.0")
                if response.status >= 400 { #expect(!response.body.isEmpty, "\(request)") }
            }
            #expect(Set([200, 400, 401, 404]).isSubset(of: Set(statuses.keys)), "\(statuses)")
            #expect(console.spooledFiles().isEmpty)
        }
    }

    /// A request with its body changed before signing, or any part of it afterwards.
    private static func changed(
        _ request: ClientRequest, _ client: SimulatedClient, _ console: TestConsole, _ random: inout Seeded
    ) throws -> ClientRequest {
        var request = request
        let part = Int.random(in: 0...5, using: &random)
        if part <= 2, !request.body.isEmpty { request.body = mutate(request.body, printable: false, &random) }
        request = try console.authenticated(request, as: client)
        if part == 3 { request.body = mutate(request.body, printable: false, &random) }
        if part == 4 { mutateTarget(&request, &random) }
        if part == 5 { mutateHeader(&request, &random) }
        return request
    }
}
