import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// One delivery: what was sent, and each attempt with what came back.
enum DeliveryPage {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let found = try await visit.api.get("/_mock/notification-deliveries/\(visit.segment("id"))")
        let one = found.delivery
        let base = "\(DeliveryPages.path)/\(visit.segment("id"))"
        var page = ConsolePage(one.eventType.text)
        page.crumbs = [
            .init("Event Notifications", NotificationRoom.path), .init("Deliveries", DeliveryPages.path),
        ]
        page.badges = [DeliveryPages.state(one)]
        if visit.may(.write, .console) {
            if ["delivered", "failed"].contains(one.state.text) {
                page.actions.append(.post("Redeliver", "\(base)/redeliver"))
            }
            page.actions.append(
                .post("Delete", "\(base)/delete", asking: "Delete the delivery?", isDangerous: true))
        }
        let attempts = found.tries.list.enumerated().map { attempt($1, number: $0 + 1) }
        let empty = EmptyState(title: "No attempt yet", advice: "The first is made at once, or after those before it.")
        page.parts =
            [
                .section(Section("", id: "delivery", parts: [.facts(facts(one))]).live("event")),
                .code(CodeBlock(title: "Body", text: pretty(found.body))),
                .section(
                    Section(
                        "Attempts", id: "attempts", parts: attempts.isEmpty ? [.empty(empty)] : attempts.reversed())),
            ]
        return page
    }

    private static func facts(_ one: JSON) -> [Fact] {
        [
            Fact(
                "Target",
                .text(one.targetName.text).linked("\(NotificationRoom.path)/\(one.notification.text)")),
            Fact("Event number", .code(one.eventId.text)),
            Fact("Device", .code(one.device.text).linked(one.device.exists ? DeviceShown.path(one.device.text) : nil)),
            Fact("User", .text(one.user.text)), Fact("Organization group", .text(one.group.text)),
            Fact("Queued", .time(one.createdAt.time)), Fact("Next attempt", .time(one.nextAttemptAt.time)),
            Fact("Finished", .time(one.finishedAt.time)), Fact("Attempts", .text(one.attempts.text)),
            Fact("Redeliveries", .text(one.redeliveries.text)), Fact("Last error", .text(one.lastError.text)),
            Fact("Delivery id", .code(one.uuid.text), isCopied: true),
        ]
    }

    /// A body with its members on lines of their own, if it is JSON.
    private static func pretty(_ body: JSON) -> String {
        let text = body.text
        guard let value = try? JSONValue(json: .init(text.utf8)) else { return text }
        return JSON(value).pretty
    }

    /// An attempt: the latest is open.
    private static func attempt(_ one: JSON, number: Int) -> Part {
        var parts: [Part] = [
            .facts([
                Fact("Time", .time(one.at.time)), Fact("Answer", DeviceShown.answer(one.status.integer)),
                Fact("Error", .text(one.error.text)),
            ]),
            .code(CodeBlock(title: "Request", text: "POST \(one.url.text)\n\(headers(one.requestHeaders))")),
        ]
        if one.status.exists {
            let text = "\(one.status.text)\n\(headers(one.responseHeaders))\n\n\(one.responseBody.text)"
            parts.append(.code(CodeBlock(title: "Answer", text: text)))
        }
        return .section(Section("Attempt \(number)", id: "attempt-\(number)", parts: parts))
    }

    private static func headers(_ json: JSON) -> String {
        json.members.map { "\($0.name): \($0.value.text)" }.joined(separator: "\n")
    }
}
