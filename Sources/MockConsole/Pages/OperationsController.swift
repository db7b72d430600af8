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
/// | GET, HEAD | `/readyz` | 200 once migrated, seeded and listening, 503 before and while stopping |
/// | GET | `/ca.pem` | the certificate a client has to trust |
/// | GET | `/environment.schema.json` | the JSON Schema of environment files |
/// | GET | `/public/{file}` | style sheet and icons |
struct OperationsController {
    let readiness: Readiness
    /// Path of the certificate a client has to trust.
    let trustAnchorPath: String
    /// Asks for the JSON Schema of environment files.
    private let environmentSchema: @Sendable () -> String
    /// Files a browser fetches, by name.
    private let files: [String: EmbeddedFile]

    /// Operations of a console.
    init(readiness: Readiness, trustAnchorPath: String, environmentSchema: @escaping @Sendable () -> String) {
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
        router.on("/readyz", method: .head) { _, _ in Response(status: readiness.isReady ? .ok : .serviceUnavailable) }
        router.get("/ca.pem", use: trustAnchor)
        router.get("/environment.schema.json") { _, _ in
            Response.text(environmentSchema(), type: "application/schema+json")
        }
        router.get("/public/{file}", use: file)
    }

    private func ready(_ request: Request, context: PageContext) -> Response {
        readiness.isReady ? .text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
    }

    private func trustAnchor(_ request: Request, context: PageContext) throws -> Response {
        guard let data = FileManager.default.contents(atPath: trustAnchorPath) else {
            throw ConsoleError(.internalError, "The certificate cannot be read.")
        }
        var response = Response.bytes(ByteBuffer(data: data), type: "application/x-pem-file")
        response.headers[.contentDisposition] = "attachment; filename=\"mockuem-ca.pem\""
        return response
    }

    private func file(_ request: Request, context: PageContext) throws -> Response {
        let name = try context.pathParameter("file")
        guard let file = files[name] else { throw ConsoleError(.notFound, "There is no file \(name.prefix(80)).") }
        let type =
            switch name.split(separator: ".").last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "text/plain; charset=utf-8"
            }
        var response = Response.text(file.text, type: type)
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
