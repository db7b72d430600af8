import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Tokens with which whoever has signed in to the portal signs in to apps, as groups with *force token* want it.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/mydevice/tokens` | those that are open, and a form to make one |
/// | POST | `/mydevice/tokens` | makes one, whose text is shown once |
/// | POST | `/mydevice/tokens/{id}/delete` | takes one back |
struct PortalTokenPages {
    /// How long a token can be used, in minutes; for a choice.
    private static let lifetimes = [("60", "1 hour"), ("1440", "1 day"), ("10080", "7 days")]

    /// Adds the page and its forms.
    func add(to door: PortalDoor) {
        door.page("/mydevice/tokens", page)
        door.form("/mydevice/tokens") { visit in
            guard Self.lifetimes.contains(where: { $0.0 == visit.form["expiresInMinutes"] }),
                let minutes = Int(visit.form["expiresInMinutes"])
            else { throw ConsoleError(.badRequest, "Choose how long the token can be used.") }
            let answer = try await visit.api.send(
                .post, Self.route(visit), .members(["expiresInMinutes": .integer(minutes)]))
            return .secret(
                answer["token"].text,
                saying: "The token was made. Type it into the app in place of user name and password; it works once.")
        }
        door.form("/mydevice/tokens/{token}/delete") { visit in
            try await visit.api.send(.delete, Self.route(visit, "/\(URLText.escaped(visit.capture("token")))"))
            return .stay("The token was taken back.")
        }
    }

    /// The route of the user's tokens: the user by name and group, which together are one user.
    private static func route(_ visit: PortalVisit, _ path: String = "") -> String {
        let (name, group) = (visit.person.user.username, visit.person.group.code)
        return "/_mock/users/\(URLText.escaped(name))/tokens\(path)?group=\(URLText.escaped(group))"
    }

    @Sendable private func page(_ visit: PortalVisit) async throws -> ConsolePage {
        let tokens = ListAnswer(try await visit.api.get(Self.route(visit) + "&pageSize=500"))
        let rows = tokens.items.filter { $0["state"].text == "unused" }.map { token in
            Table.Row(
                cells: [
                    .time(token["createdAt"].time), .time(token["expiresAt"].time),
                    .code(token["device"].text),
                ],
                actions: [
                    .post(
                        "Take back", "/mydevice/tokens/\(token["id"].text)/delete", asking: "Take this token back?",
                        isDangerous: true)
                ])
        }
        let table = Table(
            "Your open tokens", columns: ["Made", "Expires", "For the device"], rows: rows,
            empty: EmptyState(title: "You have no open tokens", advice: "Make one below when an app asks for a token."))
        var form = Form("/mydevice/tokens", button: "Make a token")
        form.fields = [
            .choice("expiresInMinutes", "Can be used for", Self.lifetimes.map { ($0.0, $0.1) }, value: "1440")
        ]
        form.isInline = true
        var page = ConsolePage(
            "App tokens",
            parts: [
                .section(Section("Open tokens", id: "open", parts: [.table(table)])),
                .section(Section("Make a token", id: "make", parts: [.form(form)])),
            ])
        page.lead = "A token signs you in to an app on one device, once, in place of user name and password."
        return page
    }
}
