import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Devices registered, allowed and denied in advance (AdminRegistrations).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/users/{id}/registerdevice` | registers a device of a user |
/// | GET | `/api/system/users/enrollmenttoken/search` | a page of enrollment tokens; 204 for none |
/// | POST | `/api/mdm/groups/{id}/enrollment-tokens` | registers, allows or denies a device; 201 |
/// | GET | `/api/mdm/groups/{id}/enrollment-tokens` | a page of such entries; 204 for none |
/// | GET | `/api/mdm/groups/{id}/enrollment-tokens/{tokenUuid}` | one of them |
/// | DELETE | `/api/mdm/groups/{id}/enrollment-tokens/{tokenUuid}` | takes it back; 204 |
struct RegisteredDeviceAdminController {
    private static let tokens: RouterPath = "/api/mdm/groups/{id}/enrollment-tokens"
    private static let token: RouterPath = "/api/mdm/groups/{id}/enrollment-tokens/{tokenUuid}"

    let store: RegisteredDeviceStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/system/users/{id}/registerdevice", register)
        routes.get("/api/system/users/enrollmenttoken/search", search)
        routes.on(.post, Self.tokens, [1: add, 2: add])
        routes.get(Self.tokens, list)
        routes.get(Self.token, show)
        routes.delete(Self.token, delete)
    }

    @Sendable private func register(_ call: AdminCall) async throws -> AdminAnswer {
        let user = try call.reference(else: ConsoleError(.notFound, "User not found"))
        _ = try await store.register(
            try RegisteredDeviceDraft(ofUser: try await call.fields()), for: user, by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.tokens(
            try ListedTokenSearch(call.query), for: call.identity, page: try call.page())
        return .list(AdminList("Device", page.map(ListedTokenBody.init)), root: "EnrollmentTokenSearchResult")
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try call.group()
        var draft = try RegisteredDeviceDraft(ofGroup: try await call.fields())
        draft.group = group
        var (uuid, token) = ("", "")
        if let user = draft.user {
            (uuid, token) = try await store.register(draft, for: user, by: call.identity)
        } else {
            uuid = try await store.add(draft, to: group, by: call.identity)
        }
        var answer =
            call.version < 2
            ? AdminAnswer.empty(.created)
            : .body(CreatedTokenBody(token: token), root: "EnrollmentToken", status: .created)
        answer.headers[.location] = "\(origin.of(call.request))/api/mdm/groups/\(group)/enrollment-tokens/\(uuid)"
        return answer
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.entries(
            try RegisteredDeviceSearch(call.query), of: try call.group(), for: call.identity, page: try call.page())
        return .list(
            AdminList("tokens", page.map(RegisteredDeviceTokenBody.init), envelope: .snakePages),
            root: "EnrollmentTokens")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        let details = try await store.details(try token(call), of: try call.group(), for: call.identity)
        return .body(RegisteredDeviceOverviewBody(details), root: "EnrollmentToken")
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try token(call), of: try call.group(), by: call.identity)
        return .empty(.noContent)
    }

    private func token(_ call: AdminCall) throws -> RecordReference {
        let text = try call.context.pathParameter("tokenUuid")
        return try call.reference("tokenUuid", else: RegisteredDeviceStore.missing(text))
    }
}
