import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// The members that a smart group would have, and why a device is in its smart groups (AdminSmartGroups).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/smart-groups/preview` | a page of the devices that a smart group of the body would contain |
/// | GET | `/_mock/devices/{udid}/smart-groups` | the smart groups that contain a device, and why |
struct SmartGroupPreviewMockController {
    let store: SmartGroupLibraryStore
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/smart-groups/preview", use: preview)
        router.get("/_mock/devices/{udid}/smart-groups", use: verdicts)
    }

    private func preview(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let draft = try SmartGroupDraft(try AdminFields(body: try await request.data(limit: bodyLimit)))
        let members = try await store.preview(draft, by: context.identity, page: page)
        return try .json(PageBody(members.map { SmartGroupPreviewBody($0.device, $0.explanation) }))
    }

    private func verdicts(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let query = QueryParameters(request)
        let verdicts = try await store.verdicts(
            on: udid, containing: try query.bool("all") != true, in: context.identity.subtree,
            page: query.page(limit: pageLimit))
        return try .json(PageBody(verdicts.map(SmartGroupVerdictBody.init)))
    }
}
