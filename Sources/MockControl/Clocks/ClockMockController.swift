import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Clocks of organization groups (Clocks).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/clocks` | a page of the clocks that were set |
/// | GET | `/_mock/clocks/{group}` | the clock a group goes by |
/// | PUT | `/_mock/clocks/{group}` | sets it; what fell due |
/// | POST | `/_mock/clocks/{group}/advance` | moves it forward; what fell due |
/// | DELETE | `/_mock/clocks/{group}` | takes it away; what fell due |
struct ClockMockController {
    let store: GroupClockStore
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/clocks", use: list)
        router.get("/_mock/clocks/{group}", use: show)
        router.put("/_mock/clocks/{group}", use: set)
        router.post("/_mock/clocks/{group}/advance", use: advance)
        router.delete("/_mock/clocks/{group}", use: remove)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let clocks = try await store.clocks(in: context.identity.subtree, page: page)
        return try .json(PageBody(clocks.map(ClockBody.init)))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let name = try context.pathParameter("group")
        return try .json(ClockBody(try await store.clock(of: name, in: context.identity.subtree)))
    }

    private func set(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let name = try context.pathParameter("group")
        // Whoever names the wrong group learns that first.
        _ = try await store.clock(of: name, in: context.identity.subtree)
        let order = try ClockOrder(try await body(of: request))
        return try .json(ClockChangeBody(try await store.set(order, of: name, by: context.identity)))
    }

    private func advance(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let name = try context.pathParameter("group")
        _ = try await store.clock(of: name, in: context.identity.subtree)
        let advance = try ClockAdvance(try await body(of: request))
        return try .json(ClockChangeBody(try await store.advance(advance, of: name, by: context.identity)))
    }

    private func remove(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let name = try context.pathParameter("group")
        _ = try await store.remove(of: name, by: context.identity)
        return Response(status: .noContent)
    }

    private func body(of request: Request) async throws -> JSONValue {
        let data = try await request.data(limit: bodyLimit)
        do {
            return try JSONValue(json: data)
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }
}
