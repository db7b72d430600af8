import ConsoleModel
import ConsolePlatform

/// Apps & Books: what apps log.
struct AppsRoom: ConsoleRoom {
    var places: [Place] {
        [
            Place(
                "App Logs", "/console/app-logs", in: "Apps & Books", area: .devices,
                keywords: [
                    "Applications Logging App Logs", "Apps & Books Analytics App Logs", "Applications Analytics",
                    "Apps & Books Applications Logging", "View Logs", "Log quota",
                ])
        ]
    }

    func addPages(to door: PageDoor) {
        AppLogPages().addPages(to: door)
    }
}
