import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Clients that do not wait for what a fault holds up.
struct FaultDepartureTests {
    /// Sends a request over a connection of its own.
    private func send(_ path: String, over channel: NIOAsyncTestingChannel, to console: TestConsole) async throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        let context = ConsoleContext(
            source: ApplicationRequestContextSource(channel: channel, logger: Surroundings.test().logger))
        _ = try await console.console.responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    }

    @Test func `A client that leaves ends the latency, and the journal says so`() async throws {
        try await withConsole { console in
            let made = try await console.fault(
                #"{"match": {"path": "/deviceservices/late"}, "action": {"latencyMilliseconds": 600000}}"#)
            let id = try #require(made["id"])
            let channel = NIOAsyncTestingChannel()
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            async let answer: Void = send("/deviceservices/late", over: channel, to: console)
            while try await console.adminJSON("/_mock/faults/\(id)")["hits"] as? Int == 0 { await Task.yield() }
            try await channel.close()
            try await answer
            let entry = try #require(try await console.latestEntry("&path=/deviceservices/late")["id"])
            let response = try await console.adminJSON("/_mock/journal/\(entry)")["response"] as? [String: Any]
            #expect((response?["failure"] as? String)?.hasPrefix("The client left while the fault ") == true)
        }
    }
}
