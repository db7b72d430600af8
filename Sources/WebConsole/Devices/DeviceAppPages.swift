import ConsoleModel
import ConsolePlatform

/// The apps on a device, and the order for their logs.
enum DeviceAppPages {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let rows = frame.device.installations.list.map { row($0, frame, visit) }
        let empty = EmptyState(
            title: "No app on this device yet", advice: "An app is here once its user has signed in on this device.")
        let table = Table(
            "Apps",
            columns: ["App", "Version", "Profile", "Single Sign On", "Can be pushed to", "Last seen"],
            rows: rows, empty: empty)
        var section = Section("Apps", id: "apps", parts: [.table(table)])
        section = section.live("event", "request")
        var parts: [Part] = [.section(section)]
        if visit.may(.write, .devices), !frame.bundles.isEmpty {
            parts.append(.section(Section("Request Logs", id: "request-logs", parts: [.form(logs(frame))])))
        }
        return frame.page("apps", parts)
    }

    private static func row(_ app: JSON, _ frame: DeviceFrame, _ visit: Visit) -> Table.Row {
        let bundle = app.bundleId.text
        let profile = app.profileVersion.nonEmpty.map { "version \($0)" } ?? ""
        let outcome = app.profileOutcome.text
        let push = app.push
        let why = "\(frame.base)/profile?bundleId=\(URLText.escaped(bundle))"
        return Table.Row(
            cells: [
                .code(bundle).linked(NativeAppPages.link(bundle: bundle, version: app.appVersion.text, for: visit))
                    .with(detail: app.pushToken.exists ? "has a push token" : "").with(
                        title: app.pushToken.text),
                .text(app.appVersion.text),
                .badge(outcome, outcome == "profile" ? .good : .warning).with(detail: profile).linked(why),
                .flag(app.singleSignOn.isTrue, yes: "On", no: "Off"),
                push.exists
                    ? .badge(push.possible.isTrue ? "Yes" : "No", push.possible.isTrue ? .good : .plain)
                        .with(detail: push.reason.text) : .text(""),
                .time(app.lastSeenAt.time),
            ])
    }

    private static func logs(_ frame: DeviceFrame) -> Form {
        var form = Form("\(frame.base)/request-logs", button: "Request Logs")
        form.hint =
            "The app gets the command UploadLogs: it sends the logs it has, or logs for a time and sends them then."
        form.fields = [
            frame.appField(frame.bundles.first ?? "", all: "All apps"),
            .choice(
                "logPeriodSeconds", "Period",
                [
                    ("0", "Logs that are there now"), ("300", "For 5 minutes"), ("1800", "For 30 minutes"),
                    ("3600", "For an hour"), ("86400", "For a day"),
                ], value: "0"),
            .choice(
                "logLevel", "Level",
                [
                    ("debug", "Debug"), ("information", "Information"), ("warning", "Warning"), ("error", "Error"),
                    ("off", "Off"),
                ], value: "debug"),
            .choice(
                "logType", "Type",
                [("all", "All"), ("application", "Application"), ("crash", "Crash"), ("device", "Device")], value: "all"
            ),
        ]
        return form
    }
}
