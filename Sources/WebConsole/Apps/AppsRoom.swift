import ConsoleModel
import ConsolePlatform

/// Apps & Books: what apps log, and what they report of how they are used.
struct AppsRoom: ConsoleRoom {
    var places: [Place] {
        [
            Place(
                "App Logs", "/console/app-logs", in: "Apps & Books", area: .devices,
                keywords: [
                    "Applications Logging App Logs", "Apps & Books Analytics App Logs", "Applications Analytics",
                    "Apps & Books Applications Logging", "View Logs", "Log quota",
                ]),
            Place(
                "SDK Analytics", AnalyticsPages.path, in: "Apps & Books", area: .devices,
                keywords: [
                    "Applications Logging SDK Analytics", "Apps & Books Analytics SDK Analytics",
                    "Apps & Books Applications Logging", "Analytics", "Events", "Charts",
                ]),
        ]
    }

    func addPages(to door: PageDoor) {
        AppLogPages().addPages(to: door)
        AnalyticsPages().addPages(to: door)
    }
}
