import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import MockConsole

/// Hosts that a request of HTTP/1.1 names, as those who answer see them (Security, "Hosts").
struct HostFieldsHandlerTests {
    /// The head of a request, as it comes out of the pipeline.
    private static func head(_ line: String, _ hosts: [String]) throws -> HTTPRequest? {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandlers([HostFieldsHandler(), HTTP1ToHTTPServerCodec(secure: false)])
        let lines = [line] + hosts.map { "Host: \($0)" }
        try channel.writeInbound(ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n"))
        guard case .head(let head)? = try channel.readInbound(as: HTTPRequestPart.self) else { return nil }
        return head
    }

    @Test(
        arguments: [
            ("GET /livez HTTP/1.1", ["a"], "a"), ("GET /livez HTTP/1.0", ["a"], "a"), ("GET /livez HTTP/1.0", [], nil),
            ("GET http://a/livez HTTP/1.1", ["a"], "a"), ("GET https://A?x HTTP/1.1", ["a"], "a"),
            ("GET http://a/livez HTTP/1.0", [], "a"), ("OPTIONS * HTTP/1.1", ["a"], "a"),
            ("GET //b/livez HTTP/1.1", ["a"], "a"), ("GET /?x=http://b/ HTTP/1.1", ["a"], "a"),
            ("GET /livez HTTP/1.1", [""], ""),
        ] as [(String, [String], String?)])
    func `One host is the authority`(line: String, hosts: [String], authority: String?) throws {
        let head = try #require(try Self.head(line, hosts))
        #expect(head.authority == authority)
        #expect(head.headerFields[values: .host].isEmpty)
        #expect(HostFields.problem(of: head) == nil)
    }

    @Test(
        arguments: [
            ("GET /livez HTTP/1.1", ["a", "b"], "a"), ("GET /livez HTTP/1.1", ["a", "a"], "a"),
            ("GET /livez HTTP/1.1", [], ""), ("GET http://a/livez HTTP/1.1", [], ""),
            ("GET https://b/livez HTTP/1.1", ["a"], "b"), ("GET http://a@b/livez HTTP/1.1", ["a"], "a@b"),
            ("GET http://a:80/livez HTTP/1.1", ["a"], "a:80"), ("GET http://b/livez HTTP/1.0", ["a"], "b"),
            ("GET http://a/livez HTTP/1.1", ["a", "b"], "a"),
        ] as [(String, [String], String)])
    func `Two hosts, or none, stay visible`(line: String, hosts: [String], authority: String) throws {
        let head = try #require(try Self.head(line, hosts))
        #expect(head.authority == authority)
        #expect(head.headerFields[values: .host] == (hosts.isEmpty ? [""] : hosts))
        #expect(HostFields.problem(of: head)?.code == .badRequest)
    }
}
