import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Words clients choose from (AdminDeviceDetails, "Picklists").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/picklists/platforms/{platform}/devicemodels` | the models of a platform |
/// | GET | `/api/mdm/picklists/platforms/{platform}/operatingsystems` | its systems |
/// | GET | `/api/mdm/picklists/platforms/{platform}/devicemodelfamily` | its families of models |
struct PicklistAdminController {
    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        for list in Picklist.allCases {
            routes.get("/api/mdm/picklists/platforms/{platform}/\(list.rawValue)") { call in
                let text = try call.context.pathParameter("platform")
                guard let filter = DeviceFilter(platform: text), filter != .all else {
                    let words = DevicePlatform.allCases.map { "\($0.rawValue) (\($0.number))" }.joined(separator: ", ")
                    throw ConsoleError(
                        .badRequest,
                        "Invalid platform \"\(text.prefix(40))\"; it has to be one of \(words).",
                        number: 400)
                }
                let entries = filter.value.map(list.entries) ?? []
                return .body(entries.map(PicklistEntryBody.init), root: "PickList")
            }
        }
    }
}
