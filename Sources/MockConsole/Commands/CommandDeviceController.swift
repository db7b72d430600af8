import DeviceProtocol
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// The command processor (DeviceServices, section 13).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/awmdmsdk/v3/processor` | application |
struct CommandDeviceController {
    let store: CommandStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/awmdmsdk/v3/processor", use: process)
    }

    /// The media type is not looked at: clients label the property list as JSON (section 13.2).
    private func process(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let message: ProcessorMessage
        do {
            message = try ProcessorMessage(propertyList: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The processor message cannot be read: \(error).")
        }
        try context.identity.require(device: message.device)
        if !message.requestor.isEmpty {
            guard let requestor = BundleIdentifier(message.requestor) else {
                throw ConsoleError(.badRequest, "Requestor has to be \(BundleIdentifier.rule).")
            }
            try context.identity.require(bundle: requestor)
        }
        let command = try await store.process(message, from: context.identity)
        let body = try command.map { try $0.encoded() } ?? Data()
        return .bytes(ByteBuffer(data: body), type: "text/xml; charset=utf-8")
    }
}
