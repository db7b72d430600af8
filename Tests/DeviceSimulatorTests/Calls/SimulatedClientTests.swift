import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// A client is as strict as the real one: what would stop that one stops this one, by the same name.
struct SimulatedClientTests {
    private func client(answering response: ClientResponse) throws -> SimulatedClient {
        SimulatedClient(
            device: try #require(DeviceIdentifier("0123")), bundle: try #require(BundleIdentifier("com.example.app")),
            authority: "localhost", transport: { _ in response })
    }

    @Test func `An answer without the console version fails validation`() async throws {
        let client = try client(answering: ClientResponse(status: 200, headers: [:], body: Data()))
        await #expect(throws: ClientFailure.self) { try await client.status() }
    }

    @Test(arguments: ["", "x", "24", "a.b.c"])
    func `A console version that is no version is not compatible`(version: String) async throws {
        let client = try client(
            answering: ClientResponse(status: 200, headers: ["x-aw-version": version], body: Data()))
        await #expect(throws: ClientFailure(.consoleVersionNotCompatible, "the console calls itself \(version)")) {
            try await client.status()
        }
    }

    @Test func `A SAML probe without a body crashes a client`() async throws {
        let client = try client(
            answering: ClientResponse(status: 200, headers: ["x-aw-version": "24.10"], body: Data()))
        await #expect(throws: ClientFailure.self) { try await client.probeSAML(organizationGroup: "g") }
    }

    @Test func `A signed call without a credential is not sent`() async throws {
        let client = try client(
            answering: ClientResponse(status: 200, headers: ["x-aw-version": "24.10"], body: Data()))
        await #expect(throws: ClientFailure(.applicationIdentityNotSet, "there is no credential of com.example.app")) {
            try await client.user()
        }
    }

    @Test func `An empty status body means an unknown device`() async throws {
        let client = try client(
            answering: ClientResponse(status: 200, headers: ["x-aw-version": "24.10"], body: Data()))
        #expect(try await client.status() == nil)
    }
}
