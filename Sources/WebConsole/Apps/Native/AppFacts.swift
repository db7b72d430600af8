import ConsolePlatform
import DeviceProtocol

/// What routes say about an app, as facts: each kind has members of its own.
struct AppFacts: Sendable {
    let frame: AppFrame
    let app: JSON

    /// All that there are.
    var facts: [Fact] { (identity + file + people).filter { !$0.isEmpty } }

    private func text(_ name: String, _ members: String...) -> Fact {
        Fact(name, .text(members.map { app[$0].text }.first { !$0.isEmpty } ?? ""))
    }

    private var identity: [Fact] {
        [
            Fact("Name", .text(frame.name).linked(icon.isEmpty ? nil : icon).with(icon: icon)),
            Fact("Bundle identifier", .code(frame.bundle), isCopied: true),
            text("Version", "ActualFileVersion"), text("UEM Version", "AirwatchAppVersion", "AppVersion"),
            Fact("Kind", .text(frame.kind.rawValue)),
            Fact("Platform", .text(NativePlatform.title(app["Platform"].text))),
            Fact("Organization group", .text(frame.app.group.text)), Fact("UUID", .code(frame.app.uuid.text)),
        ]
    }

    private var icon: String { AppFrame.icon(app["LargeIconUri"].text) }

    private var file: [Fact] {
        let models =
            app["SupportedModels"].list.map { $0["Name"].text }
            + app["SupportedModels"]["Model"].list.map { $0["ModelName"].text }
        return [
            text("Build", "BuildVersion"), Fact("Size", Self.size(app["AppSizeInKB"])),
            text("Minimum OS version", "MinimumOperatingSystem"),
            Fact("Supported models", .text(models.joined(separator: ", "))),
            text("Number in the store", "ExternalId"), text("Page in the store", "ApplicationUrl"),
            text("Licenses purchased", "PurchasedLicenses"), text("Licenses left", "AvailableLicenses"),
        ]
    }

    private var people: [Fact] {
        let categories =
            app["CategoryList"].list.map(\.text)
            + app["CategoryList"]["Category"].list.map { $0["Name"].text }
        return [
            Fact("Categories", .text(categories.joined(separator: ", "))), text("Description", "Description"),
            text("Change log", "ChangeLog"), text("Comments", "Comments"), text("Developer", "DeveloperName"),
            text("Developer's email", "DeveloperEmail"), text("Support email", "SupportEmail"),
            text("Support phone", "SupportPhone"),
        ]
    }

    /// A size that routes say in KB of 1,024 bytes; nothing for none.
    static func size(_ json: JSON) -> Cell {
        guard let amount = json.integer, amount > 0 else { return .text("") }
        return DeviceShown.bytes(JSON(.integer(amount * 1024)))
    }
}
