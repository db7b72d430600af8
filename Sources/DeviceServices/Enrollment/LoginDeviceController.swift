import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird
import Logging

/// Sign-in of SDK clients (DeviceServices, section 7).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/AuthenticationEndpoint.aws` | none: the login (7.1) |
struct LoginDeviceController {
    let signIn: SignIn
    let store: EnrollmentStore
    /// Asks the room of terms of use.
    let termsOfUse: EnrollmentFeature.TermsRequirement

    /// Adds the routes; the router receives bodies.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.post("/deviceservices/AuthenticationEndpoint.aws", use: logIn)
    }

    private func logIn(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        let login: LoginRequest
        do {
            let body = context.body.data
            // Clients for another platform send XML (section 7.3.3); JSON never begins so.
            let isXML = body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
            login = isXML ? try LoginRequest(xml: body) : try LoginRequest(json: body)
        } catch {
            throw ConsoleError(.badRequest, "The login cannot be read: \(error).")
        }
        return .json(data: try await answer(login, context: context).encoded())
    }

    private func answer(_ login: LoginRequest, context: DeviceServicesContext) async throws -> LoginResponse {
        context.notes.note(
            device: login.device, bundle: login.bundle, groupID: context.homeGroupID, user: login.username)
        do {
            let signedIn = try await signIn.authenticate(
                login, at: context.homeGroupID, from: context.address
            ) {
                context.notes.note(groupID: $0.id)
            }
            context.notes.noteProof()
            var response = try await store.enroll(login, for: signedIn)
            let isRequired = try await termsOfUse(
                login.bundle, signedIn.user.storedID(), signedIn.group.storedID())
            // Clients read "true" as no (section 7.3).
            response.isEulaAcceptanceRequired = isRequired ? "1" : "false"
            return response
        } catch let refusal as LoginRefusal {
            context.notes.note(code: refusal.code.rawValue, reason: "The login was refused: \(refusal.reason).")
            context.logger.info(
                "Login refused",
                metadata: [
                    "code": "\(refusal.code.rawValue)", "reason": "\(refusal.reason)", "device": "\(login.device)",
                    "bundle": "\(login.bundle)",
                ])
            return LoginResponse(failure: refusal.code)
        }
    }
}
