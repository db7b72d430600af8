import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Smart groups of the admin REST API (AdminSmartGroups).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/smartgroups` | 201 with id and uuid of the new smart group |
/// | GET | `/api/mdm/smartgroups/search` | a page of smart groups; 204 if there are none |
/// | GET | `/api/mdm/smartgroups/{id}` | one smart group and what it consists of |
/// | PUT | `/api/mdm/smartgroups/{id}` | 204, what the body says changed; it must have a name |
/// | POST | `/api/mdm/smartgroups/{id}/update` | 200, the same |
/// | PATCH | `/api/mdm/smartgroups/{id}` | 204, what the body says changed (version 2) |
/// | DELETE | `/api/mdm/smartgroups/{id}` | 204, deleted |
/// | GET | `/api/mdm/smartgroups/{id}/devices` | a page of its devices; 204 if there are none |
/// | GET | `/api/mdm/smartgroups/{id}/apps` | the apps that are assigned to it |
struct SmartGroupAdminController {
    let store: SmartGroupLibraryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mdm/smartgroups", [1: create, 2: create])
        routes.get("/api/mdm/smartgroups/search", [1: search, 2: search])
        routes.get("/api/mdm/smartgroups/{id}", [1: show, 2: show])
        routes.on(.put, "/api/mdm/smartgroups/{id}", [1: replace, 2: replace])
        routes.post("/api/mdm/smartgroups/{id}/update", update)
        routes.on(.patch, "/api/mdm/smartgroups/{id}", [2: patch])
        routes.on(.delete, "/api/mdm/smartgroups/{id}", [1: delete, 2: delete])
        routes.get("/api/mdm/smartgroups/{id}/devices", devices)
        routes.get("/api/mdm/smartgroups/{id}/apps", apps)
    }

    private func reference(_ call: AdminCall, number: Int) throws -> RecordReference {
        let text = call.context.parameters.get("id") ?? ""
        return try call.reference(
            else: SmartGroupLibraryStore.missing(String(text.prefix(80)), number: number))
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let record = try await store.create(try SmartGroupDraft(try await call.fields()), by: call.identity)
        return .body(
            AdminCreated(try record.storedID(), uuid: record.uuid), root: "EntityId", status: .created)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let search = try SmartGroupSearch(call.query)
        let found = try await store.search(search, in: call.identity.subtree, page: call.page())
        return .list(
            AdminList("SmartGroups", found.map(SmartGroupSummaryBody.init)), root: "SmartGroupSearchResult")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let details = try await store.details(of: reference(call, number: 6), in: call.identity.subtree)
        return .body(SmartGroupBody(details: details), root: "SmartGroup")
    }

    @Sendable private func replace(_ call: AdminCall) async throws -> AdminAnswer {
        try await change(call, .replace)
        return .empty(.noContent)
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        try await change(call, .replace)
        return .empty(.ok)
    }

    @Sendable private func patch(_ call: AdminCall) async throws -> AdminAnswer {
        let body = try await call.body()
        let patch = try AdminFields.list(body).map { try SmartGroupPatch($0) }
        let draft = try patch == nil ? SmartGroupDraft(AdminFields(body)) : SmartGroupDraft()
        try await store.update(reference(call, number: 400), draft, .patch, patch: patch, by: call.identity)
        return .empty(.noContent)
    }

    private func change(_ call: AdminCall, _ change: SmartGroupLibraryStore.Change) async throws {
        let draft = try SmartGroupDraft(try await call.fields())
        try await store.update(reference(call, number: 400), draft, change, by: call.identity)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(reference(call, number: 400), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let seen = (
            since: try call.query.date("seensince"), till: try call.query.date("seentill", atEnd: true)
        )
        let found = try await store.devices(
            of: reference(call, number: 6), seen: seen, in: call.identity.subtree, page: call.page())
        return .list(AdminList("Devices", found.map { SmartGroupMemberBody($0) }), root: "SmartGroupDevices")
    }

    @Sendable private func apps(_ call: AdminCall) async throws -> AdminAnswer {
        let apps = try await store.applications(of: reference(call, number: 6), in: call.identity.subtree)
        return .body(apps.map(SmartGroupApplicationBody.init), root: "SmartGroupApps")
    }
}

extension SmartGroupSearch {
    /// Reads the parameters of a search; empty ones filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an id that is none, or a time that is none.
    init(_ query: QueryParameters) throws {
        self.init(
            name: query.value("name"), group: try query.group("organizationgroupid"),
            home: try query.group("managedbyorganizationgroupid"),
            from: try query.date("modifiedfrom"), till: try query.date("modifiedtill", atEnd: true),
            order: query.value("orderby") == nil && query.value("sortorder") == nil
                ? nil : AdminPaging.order(query, Self.columns, default: "s.id"))
    }
}
