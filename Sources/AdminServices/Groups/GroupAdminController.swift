import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// Organization groups of the admin REST API (AdminGroups).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/search` | a page of groups |
/// | GET | `/api/system/groups/{id}` | one group |
/// | GET | `/api/system/groups/{id}/children` | the group and all below it |
/// | GET | `/api/system/groups/{id}/parents` | uuids of the group and of those above it |
/// | GET | `/api/system/groups/{id}/tree` | the group and all below it, nested |
/// | POST | `/api/system/groups/{id}` | adds a group below one |
/// | PUT | `/api/system/groups/{id}` | changes a group |
/// | DELETE | `/api/system/groups/{id}` | deletes a group |
struct GroupAdminController {
    let store: GroupTreeStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/search", [1: search, 2: search2])
        routes.get("/api/system/groups/{id}", uuidFrom: 2, [1: show, 2: show2])
        routes.get("/api/system/groups/{id}/children", children)
        routes.get("/api/system/groups/{id}/parents", parents)
        routes.get("/api/system/groups/{id}/tree", [2: tree])
        routes.on(.post, "/api/system/groups/{id}", [1: create, 2: create2, 3: create3])
        routes.on(.put, "/api/system/groups/{id}", uuidFrom: 2, [1: update, 2: update])
        routes.on(.delete, "/api/system/groups/{id}", uuidFrom: 2, [1: delete, 2: delete])
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await found(call)
        return .list(
            AdminList("LocationGroups", page.map { GroupBody($0, in: .search) }), root: "LocationGroupSearchResult",
            whenEmpty: .ok)
    }

    @Sendable private func search2(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await found(call)
        let filters = ["name", "type", "groupid", "orderby", "sortorder"].compactMap { name in
            call.query.value(name)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map {
                "&\(name)=\($0)"
            }
        }
        let href =
            "\(origin.of(call.request))/API/system/groups/search?page=\(page.request.page)"
            + "&pagesize=\(page.request.size)\(filters.joined())"
        return .list(
            AdminList("OrganizationGroups", page.map { GroupBody2($0) }, envelope: .results(href: href)),
            root: "OrganizationGroupSearchResult", whenEmpty: .ok)
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(GroupBody(try await group(call), in: .single), root: "LocationGroup")
    }

    @Sendable private func show2(_ call: AdminCall) async throws -> AdminAnswer {
        .body(GroupBody2(try await group(call)), root: "OrganizationGroup")
    }

    @Sendable private func children(_ call: AdminCall) async throws -> AdminAnswer {
        let groups = try await store.descendants(of: try call.group(), in: call.identity.subtree)
        return .body(groups.map { GroupBody($0, in: .children) }, root: "ArrayOfLocationGroup")
    }

    @Sendable private func parents(_ call: AdminCall) async throws -> AdminAnswer {
        let groups = try await store.ancestors(of: try call.group(), in: call.identity.subtree)
        return .body(GroupParentsBody(items: groups.map(\.uuid)), root: "Parents")
    }

    @Sendable private func tree(_ call: AdminCall) async throws -> AdminAnswer {
        let groups = try await store.descendants(of: try call.group(), in: call.identity.subtree).map(\.group)
        guard let top = groups.first else { throw OrganizationGroupStore.missing("") }
        let children = Dictionary(grouping: groups.dropFirst()) { $0.parentId ?? 0 }
        return .body(GroupTreeBody(top, children: children), root: "OrganizationGroupTree")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let created = try await made(call)
        return .body(AdminCreated(created.group.id ?? 0, uuid: created.group.uuid), root: "EntityId")
    }

    @Sendable private func create2(_ call: AdminCall) async throws -> AdminAnswer {
        .body(CreatedGroupBody(try await made(call)), root: "OrganizationGroup")
    }

    @Sendable private func create3(_ call: AdminCall) async throws -> AdminAnswer {
        let created = try await made(call)
        var answer = AdminAnswer.body(CreatedGroupBody(created), root: "OrganizationGroup", status: .created)
        answer.headers[.location] = "\(origin.of(call.request))/api/system/groups/\(created.group.uuid)"
        return answer
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let change = try GroupChange(try await call.fields())
        try await store.update(try call.group(), change, by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        let text = try call.context.pathParameter("id")
        let reference = try call.reference(
            else: ConsoleError(
                .badRequest,
                "Resource's organization group: \(text.prefix(80)) not found or user does not have access to this "
                    + "organization group."))
        try await store.delete(reference, by: call.identity)
        return .empty(.ok)
    }

    private func made(_ call: AdminCall) async throws -> CreatedGroup {
        let change = try GroupChange(try await call.fields())
        return try await store.create(change, below: try call.group(), by: call.identity)
    }

    private func group(_ call: AdminCall) async throws -> GroupSummary {
        try await store.group(try call.group(), in: call.identity.subtree)
    }

    private func found(_ call: AdminCall) async throws -> Page<GroupSummary> {
        let filter = GroupTreeStore.Filter(
            name: call.query.value("name"), type: call.query.value("type"), code: call.query.value("groupid"))
        let columns = [
            "id": "id", "name": "name COLLATE NOCASE", "groupid": "code", "locationgrouptype": "type",
        ]
        return try await store.groups(
            filter, in: call.identity.subtree, page: try call.page(),
            order: AdminPaging.order(call.query, columns, default: "id"))
    }
}
