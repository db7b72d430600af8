import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Registration of further apps of a family (DeviceServices, section 8).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/AirwatchEnroll.aws/Enrollment/RegisterApplication` | common, or the app's own |
/// | POST | `/deviceservices/enrollment/airwatchenroll.aws/RegisterApplication` | the same: the other form of the path |
struct AppRegistrationDeviceController {
    let store: EnrollmentStore
    /// Asks the room of profiles.
    let outlook: EnrollmentFeature.Outlook

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/AirwatchEnroll.aws/Enrollment/RegisterApplication", use: register)
        router.post("/deviceservices/enrollment/airwatchenroll.aws/RegisterApplication", use: register)
    }

    private func register(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let message: ApplicationRegistrationRequest
        do {
            message = try ApplicationRegistrationRequest(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The registration cannot be read: \(error).")
        }
        let identity = context.identity
        try identity.require(device: message.device)
        try identity.require(device: message.deviceIdentifier)
        try identity.require(device: message.deviceInternalIdentifier)
        if !identity.isCommon {
            try identity.require(bundle: message.bundle)
            try identity.require(bundle: message.deviceBundle)
        }
        let outlook = try await outlook(message.bundle, identity)
        if let reason = outlook.blockedReason {
            return .json(
                data: try ApplicationRegistrationResponse(refusal: .enrollmentBlocked, message: reason).encoded())
        }
        let token = try await store.register(message.bundle, for: identity)
        let response = ApplicationRegistrationResponse(
            token: token, bundle: message.bundle, isSingleSignOnEnabled: outlook.isSingleSignOnEnabled)
        return .json(data: try response.encoded())
    }
}
