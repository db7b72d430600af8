import ConsoleHTTP
import ConsolePlatform
import Foundation
import Hummingbird
import NIOPosix

/// How apps are pushed to, for which the admin REST API has nothing (AdminApplications, "Pushing").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/applications/{application}/push` | the switch, certificates, and whether they do |
/// | PATCH | `/_mock/applications/{application}/push` | sets the switch, and which certificate is used |
/// | POST | `/_mock/applications/{application}/push/certificates` | takes a certificate, PKCS#12 or PEM |
/// | DELETE | `/_mock/applications/{application}/push/certificates/{environment}` | 204; takes one away |
struct PushMockController {
    let store: PushStore
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/applications/{application}/push", use: show)
        router.patch("/_mock/applications/{application}/push", use: change)
        router.post("/_mock/applications/{application}/push/certificates", use: upload)
        router.delete("/_mock/applications/{application}/push/certificates/{environment}", use: discard)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try .json(PushBody(try await store.settings(of: try application(context), for: context.identity)))
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let order = try PushOrder(json: try await request.data(limit: bodyLimit))
        return try .json(
            PushBody(try await store.change(try application(context), to: order, by: context.identity)))
    }

    /// Opening a PKCS#12 takes as long as its maker wished, so it is done beside the event loops.
    private func upload(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let data = try await request.data(limit: bodyLimit)
        let upload = try await NIOThreadPool.singleton.runIfActive { try PushUpload(json: data) }
        let entry = try await store.upload(upload, to: try application(context), by: context.identity)
        return try .json(PushBody(entry))
    }

    private func discard(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let environment = try context.pathParameter("environment") { PushEnvironment(rawValue: $0.lowercased()) }
        try await store.discard(environment, of: try application(context), by: context.identity)
        return Response(status: .noContent)
    }

    private func application(_ context: AdminRequestContext) throws -> RecordReference {
        try context.pathParameter("application", as: RecordReference.init)
    }
}
