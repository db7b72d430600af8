import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Branding images, for anybody who knows the address (DeviceServices, section 28).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/branding/{uuid}` | none |
struct BrandingImageDeviceController {
    let store: BrandingImageStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/branding/{uuid}", use: picture)
    }

    /// Another picture has another address, so this one may be kept for ever.
    private func picture(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        let uuid = try context.pathParameter("uuid", as: UUID.init).uuidString.lowercased()
        guard let image = try await store.picture(uuid: uuid) else {
            throw ConsoleError(.notFound, "There is no image \(uuid).")
        }
        let tag = "\"\(image.uuid)\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "public, max-age=31536000, immutable", .xContentTypeOptions: "nosniff",
        ]
        if Self.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = image.type
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: image.data)))
    }

    /// Whether a client has the picture already, weakly compared (RFC 9110, section 13.1.2).
    private static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").map { $0.trimmingPrefix(while: { $0 == " " }).trimmingPrefix("W/") }
            .contains { $0.hasPrefix(tag) || $0 == "*" }
    }
}
