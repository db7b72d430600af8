import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The tags of an organization group (AdminGroups, "What belongs to a group").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/{id}/tags` | a page of the tags of a group and of those below it |
/// | POST | `/api/system/groups/{id}/addTag` | makes a tag of the group |
/// | GET | `/api/system/groups/{id}/tags/{tagId}` | one of these tags |
/// | POST | `/api/system/groups/{id}/tags/{tagId}/update` | changes it |
/// | DELETE | `/api/system/groups/{id}/tags/{tagId}` | deletes it |
struct GroupTagAdminController {
    let store: TagLibraryStore
    let groups: OrganizationGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/{id}/tags", list)
        routes.post("/api/system/groups/{id}/addTag", add)
        routes.get("/api/system/groups/{id}/tags/{tagId}", show)
        routes.post("/api/system/groups/{id}/tags/{tagId}/update", update)
        routes.delete("/api/system/groups/{id}/tags/{tagId}", delete)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        let search = TagSearch(group: .id(try group.storedID()), name: call.query.value("name"))
        let page = try await store.tags(search, in: call.identity.subtree, page: try call.page())
        return .list(AdminList("Tags", try page.map(TagBody.init)), root: "TagSearchResult", whenEmpty: .ok)
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        var draft = try TagDraft(try await call.fields())
        draft.group = .id(try group.storedID())
        let tag = try await store.create(draft, by: call.identity)
        return .body(AdminCreated(try tag.storedID(), uuid: tag.uuid), root: "EntityId")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let (group, tag) = try await tag(call)
        return .body(try GroupTagBody(tag, of: group), root: "TagSearchResult")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let tag = try await tag(call).tag
        try await store.change(.id(try tag.storedID()), try TagDraft(try await call.fields()), by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        let tag = try await tag(call).tag
        try await store.delete(.id(try tag.storedID()), by: call.identity)
        return .empty(.ok)
    }

    /// The group in the path, and the tag of it or of a group below it.
    ///
    /// - Throws: ``OrganizationGroupStore/missing(_:)``, ``TagLibraryStore/missing(_:)``.
    private func tag(_ call: AdminCall) async throws -> (group: OrganizationGroupRecord, tag: TagRecord) {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        let missing = TagLibraryStore.missing(try call.context.pathParameter("tagId"))
        let tag = try await store.tag(try call.reference("tagId", else: missing), for: call.identity)
        guard
            try await groups.group(.id(tag.groupId), in: call.identity.subtree).ancestorsAndSelf.contains(group.id ?? 0)
        else { throw missing }
        return (group, tag)
    }
}

/// A tag of an organization group, as a page of one; names as on the wire.
struct GroupTagBody: Encodable, Sendable {
    let OGId: AdminReferenceBody
    let Page = 0
    let PageSize = 1
    let Tags: [TagBody]
    let Total = 1

    init(_ tag: TagRecord, of group: OrganizationGroupRecord) throws {
        OGId = AdminReferenceBody(try group.storedID(), name: group.name, uuid: group.uuid)
        Tags = [try TagBody(tag)]
    }
}
