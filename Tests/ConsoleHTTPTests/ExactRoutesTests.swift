import ConsolePlatform
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleHTTP

/// Paths that match in any letter case, and are looked for as they are written first.
struct ExactRoutesTests {
    /// Says that there is no route.
    private struct Renderer: ErrorRenderer {
        func render(_ error: ConsoleError, to request: Request, requestID: String) -> Response {
            Response(status: error.code == .methodNotAllowed ? .methodNotAllowed : .internalServerError)
        }

        func renderNoRoute(_ request: Request, requestID: String) -> Response { Response(status: .notFound) }
    }

    /// Adds a header that says that it was passed.
    private struct Stamp: RouterMiddleware {
        func handle(
            _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
        ) async throws -> Response {
            var response = try await next(request, context)
            response.headers[.server] = (response.headers[.server] ?? "") + "passed"
            return response
        }
    }

    private static func responder() -> RoutedResponder<PageContext> {
        let router = ListedRouter<PageContext>(options: .caseInsensitive, spellings: ["Logs", "LoGs", "other"])
        router.add(middleware: ErrorTranslation())
        router.add(middleware: Stamp())
        router.get("Beacons/Latest") { _, _ in "latest" }
        router.get("devices/{id}") { _, context in "device \(context.parameters.get("id") ?? "-")" }
        router.get("devices/Search") { _, _ in "search" }
        router.get("devices/{id}/Notes") { _, context in "notes of \(context.parameters.get("id") ?? "-")" }
        router.get("logs/{udid}/Text") { _, context in "text of \(context.parameters.get("udid") ?? "-")" }
        router.post("logs/{udid}/text") { _, _ in "kept" }
        router.get("files/**") { _, context in "file \(context.parameters.getCatchAll().joined(separator: "/"))" }
        return RoutedResponder(router: router, list: RouteList(), renderer: Renderer())
    }

    private static func ask(
        _ path: String, _ method: HTTPRequest.Method = .get
    ) async throws -> (status: Int, text: String, route: String?, stamp: String?) {
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path),
            body: RequestBody(buffer: ByteBuffer()))
        let notes = ExchangeNotes()
        let answer = await responder().respond(
            to: request, context: PageContext(source: source), notes: notes, isConnected: { true })
        let writer = Writer()
        try await answer.body.write(writer)
        return (answer.status.code, writer.text, notes.facts.route, answer.headers[.server])
    }

    /// Takes a body.
    private final class Writer: ResponseBodyWriter {
        var text = ""
        func write(_ buffer: ByteBuffer) async throws { text += String(buffer: buffer) }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test(arguments: [
        ("/Beacons/Latest", "latest", "/beacons/latest"), ("/beacons/LATEST", "latest", "/beacons/latest"),
        ("//Beacons//Latest/", "latest", "/beacons/latest"), ("/devices/7", "device 7", "/devices/{id}"),
        ("/Devices/AbC", "device AbC", "/devices/{id}"), ("/devices/Search", "search", "/devices/search"),
        ("/devices/search", "search", "/devices/search"), ("/DEVICES/SEARCH", "search", "/devices/search"),
        ("/devices/7/Notes", "notes of 7", "/devices/{id}/notes"),
        ("/devices/Other/notes", "notes of Other", "/devices/{id}/notes"),
        ("/logs/AbC/Text", "text of AbC", "/logs/{udid}/text"), ("/LOGS/AbC/tEXT", "text of AbC", "/logs/{udid}/text"),
        ("/Logs/AbC/Text", "text of AbC", "/logs/{udid}/text"), ("/LoGs/AbC/Text", "text of AbC", "/logs/{udid}/text"),
        ("/files/A/b", "file A/b", "/files/**"), ("/Files/A/b", "file A/b", "/files/**"),
    ])
    func `A path leads to the same route by the same name however it is written`(
        path: String, text: String, route: String
    ) async throws {
        let answer = try await Self.ask(path)
        #expect(answer.status == 200)
        #expect(answer.text == text)
        #expect(answer.route == route)
        #expect(answer.stamp == "passed", "middleware is passed once")
    }

    @Test(arguments: ["/logs/AbC/text", "/LOGS/AbC/Text"])
    func `A method that only another spelling was added with is found`(path: String) async throws {
        #expect(try await Self.ask(path, .post).text == "kept")
        #expect(try await Self.ask(path, .delete).status == 405)
    }

    @Test(arguments: ["/", "/Beacons", "/Beacons/Latest/more", "/logs/AbC", "/nowhere"])
    func `What no spelling has is no route`(path: String) async throws {
        let answer = try await Self.ask(path)
        #expect(answer.status == 404)
        #expect(answer.route == nil)
    }
}
