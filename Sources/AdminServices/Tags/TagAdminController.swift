import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Tags of the admin REST API (AdminTags).
///
/// | Method | Path | Versions | Answer |
/// |---|---|---|---|
/// | GET | `/api/mdm/tags/search` | 1 | a page of tags, possibly empty |
/// | POST | `/api/mdm/tags/addtag` | 1 | makes a tag |
/// | POST | `/api/mdm/tags` | 3 | makes a tag; 201 |
/// | GET | `/api/mdm/tags/{id}` | 1 | one tag |
/// | DELETE | `/api/mdm/tags/{id}` | 1 | deletes a tag |
/// | POST | `/api/mdm/tags/{id}/update` | 1 | changes a tag |
/// | GET | `/api/mdm/tags/{id}/devices` | 1 | the devices that have it |
/// | POST | `/api/mdm/tags/{id}/adddevices` | 1 | puts it on devices |
/// | POST | `/api/mdm/tags/{id}/removedevices` | 1 | takes it off devices |
struct TagAdminController {
    let store: TagLibraryStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/tags/search", search)
        routes.post("/api/mdm/tags/addtag", add)
        routes.on(.post, "/api/mdm/tags", [3: create])
        routes.get("/api/mdm/tags/{id}", show)
        routes.delete("/api/mdm/tags/{id}", delete)
        routes.post("/api/mdm/tags/{id}/update", update)
        routes.get("/api/mdm/tags/{id}/devices", devices)
        routes.post("/api/mdm/tags/{id}/adddevices") { try await mark($0, true) }
        routes.post("/api/mdm/tags/{id}/removedevices") { try await mark($0, false) }
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.tags(
            try TagSearch(call.query), in: call.identity.subtree, page: try call.page())
        return .list(AdminList("Tags", try page.map(TagBody.init)), root: "TagSearchResult", whenEmpty: .ok)
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let tag = try await store.create(try TagDraft(try await call.fields()), by: call.identity)
        return .body(AdminCreated(try tag.storedID(), uuid: tag.uuid), root: "EntityId")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let tag = try await store.create(try TagDraft(try await call.fields()), by: call.identity)
        let body = CreatedTagBody(id: try tag.storedID(), uuid: tag.uuid)
        var answer = AdminAnswer.body(body, root: "Tag", status: .created)
        answer.headers[.location] = "\(origin.of(call.request))/api/mdm/tags/\(tag.uuid)"
        return answer
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try TagBody(try await store.tag(try tag(call), for: call.identity)), root: "Tag")
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try tag(call), by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let tag = try tag(call)
        try await store.change(tag, try TagDraft(try await call.fields()), by: call.identity)
        return .empty(.ok)
    }

    /// All of them, as the answer says nothing of pages, unless a page is asked for.
    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let isPaged = ["page", "pagesize", "page_size"].contains { call.query.value($0) != nil }
        let devices = try await store.devices(
            with: try tag(call), seenUntil: try call.query.date("lastseen", atEnd: true),
            page: isPaged ? try call.page() : nil, for: call.identity)
        return .body(TaggedDevicesBody(devices), root: "TagDevices")
    }

    /// Devices that were refused are in the answer, which is 200 also then: clients read nothing of another status.
    private func mark(_ call: AdminCall, _ isWanted: Bool) async throws -> AdminAnswer {
        let tag = try tag(call)
        let kind = try DeviceLocator.Kind(call.query, default: .deviceID)
        let locators = try await call.fields().bulkValues().map { DeviceLocator(kind, $0) }
        let refusals = try await store.mark(eachOf: locators, with: tag, isWanted, by: call.identity)
        return .body(AdminBulkResult(of: locators.count, refusals), root: "BulkResponse")
    }

    private func tag(_ call: AdminCall) throws -> RecordReference {
        let text = try call.context.pathParameter("id")
        return try call.reference(else: TagLibraryStore.missing(text))
    }
}
