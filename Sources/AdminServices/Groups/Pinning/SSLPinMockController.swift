import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Public keys that clients are to pin, taken from certificates (AdminAPI, "SSL pinning").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/groups/{groupId}/ssl-pins` | pins the keys of certificates, PEM or DER |
///
/// Pins are read, changed and removed like the setting `sslPins`.
struct SSLPinMockController {
    let store: GroupSettingsStore
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the route.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/groups/{groupId}/ssl-pins", use: pin)
    }

    private func pin(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let query = QueryParameters(request)
        let file = try CertificateFile(try await request.data(limit: bodyLimit))
        let upload = try SSLPinUpload(file, for: query.value("host"))
        return try .json(
            SSLPinUploadBody(upload, try await store.pin(upload.texts, at: code, by: context.identity)))
    }
}
