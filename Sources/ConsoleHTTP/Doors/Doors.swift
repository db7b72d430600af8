/// Where features add their routes: device services, the admin REST API and `/_mock`, pages.
package struct Doors {
    /// Device services.
    package let device: DeviceDoor
    /// The admin REST API, and what is below `/_mock`.
    package let admin: AdminDoor
    /// Pages and operations.
    package let pages: ListedRouter<PageContext>
    /// Where clients find this console; for links.
    package let origin: PublicOrigin

    /// The three routers of a console.
    package init(device: DeviceDoor, admin: AdminDoor, pages: ListedRouter<PageContext>, origin: PublicOrigin) {
        self.device = device
        self.admin = admin
        self.pages = pages
        self.origin = origin
    }
}
