import ConsoleHTTP
import ConsolePlatform
import ConsoleResources
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Answers operators and their tools (Operations).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET, HEAD | `/livez` | 200 while the process runs |
/// | GET, HEAD | `/readyz` | 200 once migrated, seeded and listening, 503 before, while stopping, and while nothing can be kept |
/// | GET | `/ca.pem` | the certificate a client has to trust |
/// | GET | `/environment.schema.json` | the JSON Schema of environment files |
/// | GET | `/public/{file}` | style sheet and icons |
struct OperationsController {
    let readiness: Readiness
    /// Asks why no change can be kept now; nil if changes are kept.
    private let obstacle: @Sendable () async -> String?
    /// Path of the certificate a client has to trust.
    let trustAnchorPath: String
    /// Asks for the JSON Schema of environment files.
    private let environmentSchema: @Sendable () -> String
    /// Files a browser fetches, by name.
    private let files: [String: EmbeddedFile]
    /// What was asked for already.
    private let shelf = AnswerShelf()

    /// Operations of a console.
    init(
        readiness: Readiness, trustAnchorPath: String, environmentSchema: @escaping @Sendable () -> String,
        obstacle: @escaping @Sendable () async -> String?
    ) {
        self.obstacle = obstacle
        self.readiness = readiness
        self.trustAnchorPath = trustAnchorPath
        self.environmentSchema = environmentSchema
        files = Dictionary(
            EmbeddedFile.below("Public/").map { (String($0.path.dropFirst("Public/".count)), $0) }
        ) { first, _ in first }
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/livez") { _, _ in Response.text("ok\n") }
        router.on("/livez", method: .head) { _, _ in Response(status: .ok) }
        router.get("/readyz", use: ready)
        router.on("/readyz", method: .head) { request, context in
            Response(status: await ready(request, context: context).status)
        }
        router.get("/ca.pem", use: trustAnchor)
        router.get("/environment.schema.json") { [shelf, environmentSchema] request, _ in
            await shelf.answer("schema") { ConstantAnswer(environmentSchema(), type: "application/schema+json") }
                .response(to: request)
        }
        router.get("/public/{file}", use: file)
    }

    @Sendable private func ready(_ request: Request, context: PageContext) async -> Response {
        guard readiness.isReady else { return .text("not ready\n", status: .serviceUnavailable) }
        if let obstacle = await obstacle() {
            return .text("not ready: \(obstacle)\n", status: .serviceUnavailable)
        }
        return .text("ready\n")
    }

    private func trustAnchor(_ request: Request, context: PageContext) throws -> Response {
        guard let data = FileManager.default.contents(atPath: trustAnchorPath) else {
            throw ConsoleError(.internalError, "The certificate cannot be read.")
        }
        var response = Response.bytes(ByteBuffer(data: data), type: "application/x-pem-file")
        response.headers[.contentDisposition] = "attachment; filename=\"mockuem-ca.pem\""
        return response
    }

    private func file(_ request: Request, context: PageContext) async throws -> Response {
        let name = try context.pathParameter("file")
        guard let file = files[name] else { throw ConsoleError(.notFound, "There is no file \(name.prefix(80)).") }
        let type =
            switch name.split(separator: ".").last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "text/plain; charset=utf-8"
            }
        return await shelf.answer("public/\(name)") { ConstantAnswer(file.text, type: type) }.response(to: request)
    }
}
