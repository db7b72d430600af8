import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat

/// The command processor (DeviceServices, section 13).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/awmdmsdk/v3/processor` | application |
struct CommandDeviceController {
    let store: CommandStore
    let packaging: CommandPackaging

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/awmdmsdk/v3/processor", use: process)
    }

    /// Path of the processor.
    static let path = "/deviceservices/awmdmsdk/v3/processor"

    /// The media type is ignored: clients label the property list as JSON (section 13.2).
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
        let turn = try await store.process(message, from: context.identity)
        if let remark = turn.remark {
            context.logger.info("Odd acknowledgement", metadata: ["reason": "\(remark)"])
        }
        guard let command = turn.command else { return .text("", type: "text/xml; charset=utf-8") }
        let body = try await packaging.pack(command, for: context.identity)
        return .bytes(ByteBuffer(data: body.data), type: body.type)
    }
}
