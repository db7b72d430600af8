import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// More: the logs of an app, whether it is given out, and its deletion.
enum AppMorePage {
    /// What is done to a status, by the last segment of its route: the button, and what it comes to.
    private struct Change {
        let label: String
        let said: String
    }

    private static let changes = [
        "activate": Change(label: "Activate", said: "The app is active: its devices get it, and its SDK profile."),
        "deactivate": Change(label: "Deactivate", said: "The app is inactive: no device gets it, or its SDK profile."),
        "retire": Change(label: "Retire", said: "The app is retired: no device gets it, or its SDK profile."),
        "unretire": Change(label: "Unretire", said: "The app is active again."),
    ]

    /// Adds the page and its forms.
    static func add(_ kind: NativeKind, to door: PageDoor) {
        let base = "\(kind.path)/{app}"
        door.page("\(base)/more") { visit in page(try await AppFrame(kind, visit), visit) }
        guard kind.canChange else { return }
        for (word, change) in changes {
            door.form("\(base)/\(word)") { visit in
                try await visit.api.send(.post, "\(try await AppFrame(kind, visit).route)/\(word)")
                return .stay(change.said)
            }
        }
        door.form("\(base)/delete") { try await delete(AppFrame(kind, $0), $0) }
    }

    /// Deletes an app, and its upload with it, which no page would lead to any more.
    private static func delete(_ frame: AppFrame, _ visit: Visit) async throws -> Outcome {
        let blob = frame.kind == .uploaded ? try await frame.everything(visit)["ApplicationFileBlobGUID"] : .none
        try await visit.api.send(.delete, frame.route)
        if let blob = blob.nonEmpty { await AppUpload.discard(blob, visit) }
        return .done("\(frame.name) \(frame.app.version.text) was deleted.", at: frame.kind.path)
    }

    private static func page(_ frame: AppFrame, _ visit: Visit) -> ConsolePage {
        var parts: [Part] = []
        if visit.may(.read, .devices) {
            let bundle = URLText.escaped(frame.bundle)
            parts.append(
                .section(
                    Section(
                        "View", id: "view",
                        parts: [
                            .text("What the app has logged and sent, to read in place, download or delete."),
                            .actions([.link("Logs", "\(AppLogPages.path)?bundleId=\(bundle)")]),
                        ])))
        }
        guard frame.mayWrite, frame.kind.canChange else {
            return frame.page("more", parts + [.note(Note(text: "There is nothing here that you may change."))])
        }
        return frame.page("more", parts + [.section(status(frame)), .section(deletion(frame))])
    }

    private static func status(_ frame: AppFrame) -> Section {
        var words: [String]
        switch frame.app.status.text {
        case "Active": words = ["deactivate", "retire"]
        case "Inactive": words = ["activate", "retire"]
        default: words = ["unretire"]
        }
        if frame.kind == .listed { words = words.filter { !$0.contains("retire") } }
        if words.isEmpty { words = ["activate"] }
        let actions = words.compactMap { word in
            changes[word].map { change in
                Action.post(
                    change.label, "\(frame.base)/\(word)",
                    asking: isEnd(word) ? "\(change.label) \(frame.name)? Its devices get no SDK profile for it." : "",
                    isDangerous: isEnd(word))
            }
        }
        return Section(
            "Status", id: "status",
            parts: [
                .text("The app is \(frame.app.status.text.lowercased()). Only an active one is given to devices."),
                .actions(actions),
            ])
    }

    private static func isEnd(_ word: String) -> Bool { word == "retire" || word == "deactivate" }

    private static func deletion(_ frame: AppFrame) -> Section {
        let what = frame.kind == .uploaded ? "The app, its assignments and its file" : "The app and its assignments"
        return Section(
            "Delete", id: "delete",
            parts: [
                .text("\(what) are gone for good; logs stay, and so do other versions."),
                .actions([
                    .post(
                        "Delete", "\(frame.base)/delete", asking: "Delete \(frame.name) \(frame.app.version.text)?",
                        isDangerous: true)
                ]),
            ])
    }
}
