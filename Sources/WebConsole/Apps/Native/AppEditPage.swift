import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Changes what is said about an app.
enum AppEditPage {
    private static let texts: [(name: String, label: String)] = [
        ("Description", "Description"), ("ChangeLog", "Change Log"), ("Comments", "Comments"),
        ("DeveloperName", "Developer"), ("DeveloperEmail", "Developer Email"), ("SupportEmail", "Support Email"),
        ("SupportPhone", "Support Phone"),
    ]
    private static let places: [(name: String, label: String)] = [
        ("ExternalId", "Number in the store"), ("ApplicationUrl", "Page in the store"),
    ]

    /// The page.
    static func page(_ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        guard frame.mayWrite else {
            return frame.page(
                "Edit Application", below: "", [.note(Note(text: "Your role may look at apps, and change none."))])
        }
        let app = try await frame.everything(visit)
        var form = Form("\(frame.base)/save", button: "Save")
        let categories =
            app["CategoryList"].list.map(\.text)
            + app["CategoryList"]["Category"].list.map { $0["Name"].text }
        form.fields = [
            Field("ApplicationName", "Name", value: frame.name).required(),
            Field("AppVersion", "UEM Version", value: app["AirwatchAppVersion"].nonEmpty ?? app["AppVersion"].text)
                .with(hint: "What the console calls the version; devices know that of the file."),
            Field("categories", "Categories", value: categories.joined(separator: ", "))
                .with(hint: "Separated by commas."),
        ]
        let more = frame.kind == .listed ? places : []
        form.fields += (more + texts).map { name, label in
            Field(name, label, name == "Description" || name == "ChangeLog" ? .area : .text, value: app[name].text)
        }
        return frame.page("Edit Application", below: "", [.form(form)])
    }

    /// Saves what was typed.
    static func save(_ frame: AppFrame, _ visit: Visit) async throws -> Outcome {
        let form = visit.form
        var names = ["ApplicationName", "AppVersion"] + texts.map(\.name)
        if frame.kind == .listed { names += places.map(\.name) }
        var members = names.filter { form.has($0) }.map { JSONMember(name: $0, value: .string(form[$0])) }
        let categories = form["categories"].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        members.append(
            JSONMember(name: "CategoryList", value: .array(categories.filter { !$0.isEmpty }.map { .string($0) })))
        try await visit.api.send(.put, frame.route, .object(members))
        return .done("The app was changed.", at: frame.base)
    }
}
