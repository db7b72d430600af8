import ConsoleModel
import ConsolePlatform

/// Apps & Books: native apps, what apps log, and what they report of how they are used.
struct AppsRoom: ConsoleRoom {
    var places: [Place] {
        [
            place(.uploaded, more: ["Upload an IPA", "Internal applications", "Push certificate", "APNs Certificate"]),
            place(.listed, more: ["Public applications", "App Store", "Purchased", "Books"]),
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

    private func place(_ kind: NativeKind, more: [String]) -> Place {
        Place(
            "Native: \(kind.rawValue)", kind.path, in: "Apps & Books", area: .applications,
            keywords: [
                "Apps & Books Applications Native \(kind.rawValue)", "Applications › Native › \(kind.rawValue)",
                "\(kind.rawValue) List View", "Add Application", "Assignment", "Retire",
            ] + more)
    }

    func addPages(to door: PageDoor) {
        NativeAppPages.add(to: door)
        AppLogPages().addPages(to: door)
        AnalyticsPages().addPages(to: door)
    }
}
