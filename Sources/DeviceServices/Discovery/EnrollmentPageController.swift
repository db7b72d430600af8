import ConsoleHTTP
import Hummingbird

/// The page at the enrollment URL (DeviceServices, sections 5.3 and 6).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/DeviceManagement/Enrollment` | a page that says what this is |
package struct EnrollmentPageController {
    /// The addresses that autodiscovery and the enrollment agent answer.
    package static let path = "/DeviceManagement/Enrollment"

    let page: EnrollmentPage
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/DeviceManagement/Enrollment") { request, _ in
            page.render(EnrollmentPage.Model(serverURL: origin.of(request)))
        }
    }
}
