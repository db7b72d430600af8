import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// What an app needs to be reviewed: the environment that a reviewer signs in to, and how far it is set up.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/review` | the page, of a group |
struct ReviewRoom: ConsoleRoom {
    let needs: WebConsoleNeeds
    /// Where apps find the console, for whoever sent a request; nil before it is known.
    let serverURL: @Sendable (Request) -> String?

    var places: [Place] {
        [
            Place(
                "App Review", "/console/review", in: "App Review", area: .organizationGroups,
                keywords: [
                    "Apple App Review", "App review mode", "test-server-url", "test-org-group-id", "AWSDKDefaults",
                    "AWSDKDefaultSettings.plist",
                ])
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console/review") { visit in
            try await ReviewPage(visit: visit, serverURL: serverURL(visit.request) ?? visit.origin).page()
        }
    }
}
