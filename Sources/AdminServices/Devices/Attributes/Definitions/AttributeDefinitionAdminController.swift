import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Definitions of custom attributes (AdminDeviceDetails, "Custom attributes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/customattributes/create` | defines an attribute; its id |
/// | GET | `/api/system/customattributes/search` | a page of definitions; 204 for none |
struct AttributeDefinitionAdminController {
    let store: AttributeDefinitionStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/system/customattributes/create") { call in
            let draft = try AttributeDefinitionDraft(try await call.fields())
            return .body(AdminCreated(try await store.create(draft, by: call.identity)), root: "EntityId")
        }
        routes.get("/api/system/customattributes/search") { call in
            let search = AttributeDefinitionStore.Search(
                group: try call.query.group("organizationgroupid"), name: call.query.text("name"))
            let page = try await store.definitions(search, call.page(), for: call.identity)
            return .list(
                AdminList("CustomAttributes", try page.map(AttributeDefinitionBody.init)),
                root: "CustomAttributeSearchResult")
        }
    }
}
