import HTTPTypes
import Hummingbird
import Logging
import MockControl
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Requests that name two hosts, or none (Security, "Hosts").
struct HostFieldsTests {
    /// Answers with the authority and the `Host` fields that it gets.
    private struct Echo: HTTPResponder {
        func respond(to request: Request, context: ConsoleContext) async throws -> Response {
            let hosts = request.headers[values: .host].joined(separator: ",")
            return Response(
                status: .ok,
                headers: [.server: "\(request.head.authority ?? "none") \(request.head.scheme ?? "") \(hosts)"])
        }
    }

    private static func head(_ authority: String?, _ hosts: [String], path: String = "/livez") -> HTTPRequest {
        var head = HTTPRequest(method: .get, scheme: "https", authority: authority, path: path)
        for host in hosts { head.headerFields.append(HTTPField(name: .host, value: host)) }
        return head
    }

    private static var context: ConsoleContext {
        ConsoleContext(
            source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    }

    @Test(
        arguments: [
            ("localhost", [], true), ("localhost", ["LOCALHOST"], true), (nil, [], true), ("", [], true),
            ("localhost", ["evil.example"], false), ("localhost", ["localhost", "localhost"], false), ("", [""], false),
            ("localhost", [""], false), (nil, ["localhost", "evil.example"], false),
            ("localhost:1", ["localhost"], false),
        ] as [(String?, [String], Bool)])
    func `A request may name one host only`(authority: String?, hosts: [String], isClear: Bool) {
        #expect((HostFields.problem(of: Self.head(authority, hosts)) == nil) == isClear)
    }

    @Test(
        arguments: [
            (nil, ["evil.example"], "evil.example https"),
            ("localhost", ["evil.example"], "localhost https evil.example"),
            (nil, ["a", "b"], "none https a,b"), (nil, [], "none https"),
        ] as [(String?, [String], String)])
    func `Without an authority the host is one`(authority: String?, hosts: [String], expected: String) async throws {
        let responder = ListenerResponder(console: Echo(), scheme: "https", scope: .everything, longestTarget: 1024)
        let request = Request(head: Self.head(authority, hosts), body: RequestBody(buffer: ByteBuffer()))
        let answer = try await responder.respond(to: request, context: Self.context)
        #expect(answer.headers[.server] == expected)
    }

    @Test(arguments: ["/livez", "/deviceservices/nowhere", "/api/system/info", "/_mock/devices"])
    func `Two hosts are refused in each form`(path: String) async throws {
        try await withConsole { console in
            for hosts in [["evil.example"], ["localhost", "localhost"]] {
                let request = Request(
                    head: Self.head("localhost", hosts, path: path), body: RequestBody(buffer: ByteBuffer()))
                let answer = try await console.console.responder.respond(to: request, context: Self.context)
                #expect(answer.status == .badRequest)
                #expect(answer.headers[.contentType]?.contains(path == "/livez" ? "html" : "json") == true)
            }
        }
    }

    @Test(arguments: [nil, "", "localhost", "evil.example"] as [String?])
    func `Where the world comes a request has to name a host that is known`(authority: String?) {
        let hosts = KnownHosts(names: ["uem.example.test"], fallback: "uem.example.test", addresses: { [] })
        func refusal(isStrict: Bool) -> ConsoleError.Code? {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            return HostPolicy(hosts: hosts, isStrict: isStrict, log: RareLog(logger)).refusal(authority)?.code
        }
        #expect(refusal(isStrict: true) == (authority == "localhost" ? nil : .misdirected))
        #expect(refusal(isStrict: false) == nil)
    }
}
