import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Log upload (DeviceServices, section 15).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/logging` | application, or the key built into clients (section 4.2.8) |
struct LogDeviceController {
    let store: LogStore
    let spool: BodySpool
    /// Where limits are told of.
    let limits: LimitLog

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<SenderRequestContext>) {
        router.post("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/logging", use: receive)
    }

    /// The text is unescaped piece by piece: a large log never stands in memory.
    private func receive(_ request: Request, context: SenderRequestContext) async throws -> Response {
        let isProven = if case .verified = context.sender { true } else { false }
        let key = ClientKey.body(from: context.address, isProven: isProven)
        let (header, text) = try await scan(context.body, for: key)
        defer { text.removeFile() }
        try context.sender.require(bundle: header.bundle)
        do {
            try await store.receive(
                header, text: text, from: context.sender, network: ClientNetwork(of: context.address).widest,
                at: context.homeGroupID)
        } catch let error as ConsoleError where error.code == .payloadTooLarge {
            let limit = isProven ? "retention.logBytes, or the group's quota" : "retention.unverifiedLogBytes"
            limits.note("A log was refused: there is no room for it (\(limit)).", from: context.address)
            throw error
        }
        return .text("{}", type: "application/json; charset=utf-8")
    }

    private func scan(
        _ body: ReceivedBody, for key: ClientKey
    ) async throws -> (header: LogUploadHeader, text: ReceivedBody) {
        guard case .file = body else { return try scanned(body, for: key) }
        return try await spool.apart(for: key) { try scanned(body, for: key) }
    }

    private func scanned(
        _ body: ReceivedBody, for key: ClientKey
    ) throws -> (header: LogUploadHeader, text: ReceivedBody) {
        var (scanner, collector) = (LogUploadScanner(), BodyCollector(spool: spool, for: key))
        defer { collector.discard() }
        do {
            try body.forEachPiece { bytes in
                try scanner.consume(bytes) { text in try collector.append(text) }
            }
            return (try scanner.finish(), try collector.finish())
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The log cannot be read: \(error).")
        }
    }
}
