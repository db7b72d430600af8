import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Where users find help (DeviceServices, section 21).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/DeviceInfo.svc/GetSupportInfo` | application |
struct SupportDeviceController {
    let groups: OrganizationGroupStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/DeviceInfo.svc/GetSupportInfo", use: supportInfo)
    }

    /// A group without a help desk has empty texts: `HasErrors` would be shown as a failure.
    private func supportInfo(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let message: SupportRequest
        do {
            message = try SupportRequest(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The request cannot be read: \(error).")
        }
        try context.identity.require(device: message.device)
        let settings = try await groups.settings(of: context.identity.groupID)
        let answer = SupportAnswer(email: settings.text(.supportEmail), telephone: settings.text(.supportPhone))
        return .json(data: try answer.encoded())
    }
}
