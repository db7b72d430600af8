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
/// | GET | `/api/mdm/picklists/ownershiptypes` | who may own devices |
/// | GET | `/api/mdm/picklists/devicetypes` | the platforms of devices |
/// | GET | `/api/mdm/picklists/devicecategories` | the families of models of all platforms |
struct PicklistAdminController {
    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/picklists/ownershiptypes") { _ in
            .body(DeviceOwnership.allCases.map(PicklistEntryBody.init), root: "PickList")
        }
        routes.get("/api/mdm/picklists/devicetypes") { _ in
            .body(DevicePlatform.allCases.map(PicklistEntryBody.init), root: "PickList")
        }
        routes.get("/api/mdm/picklists/devicecategories") { _ in
            let families = DevicePlatform.allCases.flatMap { Picklist.families.entries(of: $0) }
            return .body(families.sorted { $0.key < $1.key }.map(PicklistEntryBody.init), root: "PickList")
        }
        for list in Picklist.allCases {
            routes.get("/api/mdm/picklists/platforms/{platform}/\(list.rawValue)") { call in
                let text = try call.context.pathParameter("platform")
                guard let platform = DevicePlatform(text) else {
                    let words = DevicePlatform.allCases.map { "\($0.rawValue) (\($0.number))" }.joined(separator: ", ")
                    throw ConsoleError(
                        .badRequest,
                        "Invalid platform \"\(text.prefix(40))\"; it has to be one of \(words).",
                        number: 400)
                }
                return .body(list.entries(of: platform).map(PicklistEntryBody.init), root: "PickList")
            }
        }
    }
}
