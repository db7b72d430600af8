import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Sign-ins of administrators (AdminAdministrators, "Sign-ins").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/admins/login-history/search` | a page of sign-ins, the latest first |
struct SignInHistoryAdminController {
    let store: SignInHistoryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/system/admins/login-history/search", access: .read, [1: search])
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let request = try Self.page(fields, else: try call.page())
        let page = try await store.signIns(try SignInSearch(fields), for: call.identity, page: request)
        return .body(SignInsBody(page), root: "LoginHistory")
    }

    /// The page the body asks for, else the query.
    private static func page(_ fields: AdminFields, else query: PageRequest) throws -> PageRequest {
        let page =
            try fields.integer("page", in: 0...1_000_000_000) ?? fields.integer("page_number", in: 0...1_000_000_000)
        let size = try fields.integer("page_size", in: 0...Int64.max)
        return PageRequest(
            page: page.map(Int.init) ?? query.page,
            size: size.map { $0 == 0 ? AdminPaging.limit : Int(min($0, Int64(AdminPaging.limit))) } ?? query.size)
    }
}
