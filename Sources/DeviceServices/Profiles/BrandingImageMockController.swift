import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Images of organization groups (AdminAPI, "Images").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/groups/{groupId}/images` | a page of the group's own images, without the pictures |
/// | PUT | `/_mock/groups/{groupId}/images/{name}` | adds the picture in the body, or replaces it |
/// | GET | `/_mock/groups/{groupId}/images/{name}` | the picture |
/// | DELETE | `/_mock/groups/{groupId}/images/{name}` | removes it |
struct BrandingImageMockController {
    let store: BrandingImageStore
    let origin: PublicOrigin
    /// Bytes of a picture.
    let imageLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/groups/{groupId}/images", use: list)
        router.put("/_mock/groups/{groupId}/images/{name}", use: put)
        router.get("/_mock/groups/{groupId}/images/{name}", use: picture)
        router.delete("/_mock/groups/{groupId}/images/{name}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try await store.images(
            of: try context.pathParameter("groupId", as: GroupCode.init), in: context.identity.subtree,
            page: try QueryParameters(request).page(limit: pageLimit))
        return try .json(PageBody(page.map { BrandingImageBody($0, origin: origin.of(request)) }))
    }

    private func put(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let name = try context.pathParameter("name")
        guard ImageReference.isName(name) else {
            throw ConsoleError(.badRequest, "The name of an image has to be \(ImageReference.rule).")
        }
        let (image, isNew) = try await store.put(
            name, try await request.data(limit: imageLimit), of: code, by: context.identity)
        return try .json(
            BrandingImageBody(image, origin: origin.of(request)), status: isNew ? .created : .ok)
    }

    private func picture(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let image = try await store.image(
            try context.pathParameter("name"), of: try context.pathParameter("groupId", as: GroupCode.init),
            in: context.identity.subtree)
        var response = Response.bytes(ByteBuffer(data: image.data), type: image.type)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(
            try context.pathParameter("name"), of: try context.pathParameter("groupId", as: GroupCode.init),
            by: context.identity)
        return Response(status: .noContent)
    }
}
