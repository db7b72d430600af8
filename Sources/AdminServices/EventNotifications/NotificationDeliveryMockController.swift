import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird
import ServiceLifecycle

/// Deliveries of event notifications, their queue, and tests of targets (AdminNotifications).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/notification-deliveries/{id}` | one delivery with what was sent and what came back |
/// | POST | `/_mock/notification-deliveries/redeliver` | queues the deliveries selected again; how many |
/// | POST | `/_mock/notification-deliveries/{id}/redeliver` | queues one again; 202 |
/// | GET | `/_mock/notification-queue` | a page of targets that have deliveries waiting |
/// | POST | `/_mock/notification-queue/run` | makes the attempts that are due, and waits for them |
/// | POST | `/_mock/event-notifications/test` | asks a target whether it is there, before it is kept |
/// | POST | `/_mock/event-notifications/{id}/test` | asks the target of a notification |
struct NotificationDeliveryMockController {
    let store: NotificationDeliveryStore
    let sender: NotificationSender
    let records: RecordMockController<NotificationDeliveryRecord, NotificationDeliveryBody>
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        records.addRoutes(to: router, show: false)
        router.get("/_mock/notification-deliveries/{id}", use: show)
        router.post("/_mock/notification-deliveries/redeliver", use: redeliverListed)
        router.post("/_mock/notification-deliveries/{id}/redeliver", use: redeliverOne)
        router.get("/_mock/notification-queue", use: queue)
        router.post("/_mock/notification-queue/run", use: run)
        router.post("/_mock/event-notifications/test", use: testDraft)
        router.post("/_mock/event-notifications/{id}/test", use: test)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        let row = try await store.archive.row(id, in: context.identity.subtree)
        return try .json(
            NotificationDeliveryExchangeBody(
                row, try await store.attempts(of: id), showsQueries: context.identity.seesTargetQueries))
    }

    private func redeliverListed(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try records.query(parameters, context: context, beside: ["all"])
        guard query.isNarrowed || parameters.value("all") == "true" else {
            throw ConsoleError(.badRequest, "Say which with a filter or ids, or all=true for every one.")
        }
        return try .json(["redelivered": try await store.redeliver(query, by: context.identity)])
    }

    private func redeliverOne(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        let row = try await store.archive.row(id, in: context.identity.subtree)
        var query = RecordQuery(in: context.identity.subtree)
        query.match("id", Int(id))
        guard try await store.redeliver(query, by: context.identity) == 1 else {
            throw ConsoleError(
                .conflict,
                row.record.state == .pending
                    ? "The delivery waits already." : "The notification of this delivery is deleted.")
        }
        return Response(status: .accepted)
    }

    private func queue(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let lanes = try await store.lanes(in: context.identity.subtree)
        return try .json(PageBody(Page(page, of: lanes).map(NotificationLaneBody.init)))
    }

    private func run(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let all = try QueryParameters(request).bool("all") ?? false
        let (sender, subtree) = (sender, context.identity.subtree)
        return try .json(try await unlessStopping { try await sender.sendDue(all: all, in: subtree) })
    }

    /// Waits for others, but keeps no console from stopping.
    private func unlessStopping<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do { return try await cancelWhenGracefulShutdown(body) } catch is CancellationError {
            throw ConsoleError(.unavailable, "The console is stopping.")
        }
    }

    private func testDraft(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let fields = try AdminFields(body: try await request.data(limit: bodyLimit))
        let draft = try EventNotificationDraft(fields)
        guard let url = draft.url else { throw ConsoleError(.badRequest, "The field TargetUrl is required.") }
        return try await answer(url, draft.username ?? "", draft.password ?? "")
    }

    private func test(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let text = try context.pathParameter("id")
        guard let reference = RecordReference(text) else {
            throw EventNotificationStore.missing(String(text.prefix(80)))
        }
        let record = try await store.notifications.notification(reference, in: context.identity.subtree).record
        return try await answer(record.url, record.username, try store.notifications.password(of: record))
    }

    private func answer(_ url: String, _ username: String, _ password: String) async throws -> Response {
        let courier = sender.courier
        let result = try await unlessStopping {
            try await courier.test(url, username: username, password: password)
        }
        return try .json(
            NotificationTestBody(success: result.error == nil, status: result.status, error: result.error))
    }
}
