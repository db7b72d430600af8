import HTTPTypes
import Hummingbird
import Testing

@testable import ConsoleHTTP

/// Routers that list their routes while they are added.
struct ListedRouterTests {
    private static func router(_ options: RouterOptions = []) -> ListedRouter<PageContext> {
        ListedRouter<PageContext>(options: options)
    }

    private static func names(_ router: ListedRouter<PageContext>) -> [String] {
        router.routes.map { "\($0.method.rawValue) \($0.path)" }
    }

    @Test func `Routes are listed in the order in which they are added, as they are written`() {
        let router = Self.router()
        router.get("/Beacons/{id}") { _, _ in "" }
        router.post("beacons") { _, _ in "" }
        router.on("**", method: .patch) { _, _ in "" }
        #expect(Self.names(router) == ["GET /Beacons/{id}", "POST /beacons", "PATCH /**"])
    }

    @Test func `Routes of groups are listed with the path of the group, and once`() {
        let router = Self.router()
        let outer = router.group("api")
        outer.get("groups") { _, _ in "" }
        outer.group("mdm").add(middleware: ErrorTranslation()).delete("devices/{id}") { _, _ in "" }
        #expect(Self.names(router) == ["GET /api/groups", "DELETE /api/mdm/devices/{id}"])
    }

    @Test func `A path that a router without letter case has is listed as it was written`() {
        let router = Self.router(.caseInsensitive)
        router.get("/DeviceServices/Status") { _, _ in "" }
        #expect(Self.names(router) == ["GET /DeviceServices/Status"])
    }

    @Test func `Routes that cannot be told apart are found`() throws {
        let sound = Self.router()
        sound.get("devices/{id}") { _, _ in "" }
        sound.get("devices/{id}/notes") { _, _ in "" }
        try sound.validate()
        let unsound = Self.router()
        unsound.get("devices/{id}") { _, _ in "" }
        unsound.get("devices/{udid}/notes") { _, _ in "" }
        #expect(throws: (any Error).self) { try unsound.validate() }
    }

    @Test func `The methods of a path are those of the routes that were listed`() {
        let router = Self.router()
        router.get("Devices/{id}") { _, _ in "" }
        router.delete("devices/{id}") { _, _ in "" }
        router.post("devices/search") { _, _ in "" }
        let table = RouteTable(router.routes)
        #expect(table.methods(of: "/devices/7") == [.delete, .get])
        #expect(table.methods(of: "/DEVICES/search") == [.post])
        #expect(table.methods(of: "/devices/7/notes").isEmpty)
    }

    @Test func `Addresses without a page are the beginnings of routes and those that only take forms`() {
        let router = Self.router()
        router.get("pages") { _, _ in "" }
        router.get("pages/devices") { _, _ in "" }
        router.post("pages/devices/{id}/tags/add") { _, _ in "" }
        router.get("pages/devices/{id}/tags/{tag}") { _, _ in "" }
        router.post("pages/add") { _, _ in "" }
        router.delete("pages/add") { _, _ in "" }
        router.get("pages/files/**") { _, _ in "" }
        router.post("pagesElsewhere/add") { _, _ in "" }
        let found = router.addressesWithoutGet(below: "/pages").map { "\($0.path) \($0.methods.map(\.rawValue))" }
        #expect(
            found == [
                "/pages/add [\"POST\", \"DELETE\"]", "/pages/devices/{id} []", "/pages/devices/{id}/tags []",
                "/pages/devices/{id}/tags/add [\"POST\"]", "/pages/files []",
            ])
    }

    @Test func `What stands in for missing addresses is listed nowhere`() throws {
        let router = Self.router()
        router.post("pages/add") { _, _ in "" }
        router.unlisted.get("pages/**") { _, _ in "" }
        router.unlisted.get("pages/add") { _, _ in "" }
        try router.validate()
        #expect(Self.names(router) == ["POST /pages/add"])
        #expect(RouteTable(router.routes).methods(of: "/pages/add") == [.post])
        #expect(RouteTable(router.routes).methods(of: "/pages/nowhere").isEmpty)
    }

    @Test func `A list of routes prefers what a door says of them`() {
        let list = RouteList()
        let router = Self.router()
        router.get("events/{id}") { _, _ in "" }
        router.get("livez") { _, _ in "" }
        list.add(RegisteredRoute(.get, "events/{id}", versions: [1, 2]))
        list.addRest(router.routes)
        let all = list.all
        #expect(Set(all.keys) == ["GET /events/{}", "GET /livez"])
        #expect(all["GET /events/{}"]?.versions == [1, 2])
    }
}
