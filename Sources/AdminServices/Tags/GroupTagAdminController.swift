import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The tags of an organization group (AdminGroups, "What belongs to a group").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/{id}/tags` | a page of the tags of a group and of those below it |
struct GroupTagAdminController {
    let store: TagLibraryStore
    let groups: OrganizationGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/{id}/tags", list)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        let search = TagSearch(group: .id(try group.storedID()), name: call.query.value("name"))
        let page = try await store.tags(search, in: call.identity.subtree, page: try call.page())
        return .list(AdminList("Tags", try page.map(TagBody.init)), root: "TagSearchResult", whenEmpty: .ok)
    }
}
