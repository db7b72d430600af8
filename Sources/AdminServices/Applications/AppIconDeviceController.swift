import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Icons of apps, without authentication (AdminApplications, "Icons").
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/publicblob/{uuid}/blobhandler.pblob` | none |
struct AppIconDeviceController {
    let store: AppCatalogStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/publicblob/{uuid}/blobhandler.pblob", use: icon)
    }

    /// Another picture has another address, so this one may be kept for ever.
    private func icon(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        let uuid = try context.pathParameter("uuid", as: UUID.init).uuidString.lowercased()
        guard let icon = try await store.icon(uuid: uuid) else {
            throw ConsoleError(.notFound, "There is no icon \(uuid).")
        }
        let headers: HTTPFields = [
            .contentType: icon.type, .cacheControl: "public, max-age=31536000, immutable",
            .xContentTypeOptions: "nosniff",
        ]
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: icon.data)))
    }

    /// Where a client fetches an icon; empty for an app without one.
    static func address(of uuid: String?, origin: String) -> String {
        uuid.map { "\(origin)/DeviceServices/publicblob/\($0)/BlobHandler.pblob" } ?? ""
    }
}
