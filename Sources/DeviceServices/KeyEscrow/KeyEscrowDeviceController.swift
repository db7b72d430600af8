import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Key escrow (DeviceServices, section 22).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `…/uid/{uid}/keystore/storekey` | application or common |
/// | POST | `…/uid/{uid}/keystore/retrievekey/devicekeyusage/{usage}/enrollmentuserid/{euid}` | application or common |
struct KeyEscrowDeviceController {
    private static let path = "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/keystore"
    /// The user of the credential, whoever it is.
    private static let anyUser = "-1"

    let store: KeyEscrowStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("\(Self.path)/storekey", use: keep)
        router.post("\(Self.path)/retrievekey/devicekeyusage/{usage}/enrollmentuserid/{euid}", use: retrieve)
    }

    private func keep(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let message: KeyStoreRequest
        do {
            message = try KeyStoreRequest(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The key cannot be read: \(error).")
        }
        try context.identity.require(device: message.device)
        try Self.require(user: message.enrollmentUserID, of: context.identity)
        try await store.store(message, from: context.identity)
        return .text("{}", type: "application/json; charset=utf-8")
    }

    private func retrieve(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let message: KeyRetrievalRequest
        do {
            message = try KeyRetrievalRequest(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The question for a key cannot be read: \(error).")
        }
        let usage = try context.pathParameter("usage") { Int($0).flatMap(DeviceKeyUsage.init(rawValue:)) }
        guard message.usage == usage else {
            throw ConsoleError(.badRequest, "KeyUsage has to be \(usage.rawValue), the usage in the path.")
        }
        try context.identity.require(device: message.device)
        for user in [message.enrollmentUserID, try context.pathParameter("euid")] {
            try Self.require(user: user, of: context.identity)
        }
        return .json(data: try await store.retrieve(usage, for: context.identity).encoded())
    }

    private static func require(user: String, of identity: DeviceIdentity) throws {
        guard user != anyUser, user != identity.userID.map(String.init) else { return }
        throw ConsoleError(.notFound, "The user \(user.prefix(40)) is not the one this credential belongs to.")
    }
}
