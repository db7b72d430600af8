import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat

/// Analytics and device samples (DeviceServices, section 16).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/Interrogator/InterrogatorHandler.ashx` | application |
/// | POST | `/deviceservices/analytics` | application |
struct AnalyticsDeviceController {
    /// The answer to a batch.
    private struct BatchAnswer: Encodable {
        let accepted: Int
        /// Left out if nothing was.
        let withheld: Int?
    }

    let store: AnalyticsStore
    let tokens: SampleTokens
    let clock: ConsoleClock

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/Interrogator/InterrogatorHandler.ashx", use: interrogate)
        router.post("/deviceservices/analytics", use: receiveBatch)
    }

    private func interrogate(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let identity = context.identity
        let message = try Self.read(context.body.data)
        try identity.require(device: message.sender.device)
        switch message {
        case .ready:
            return try answer(.readyResponse, tokens.make(for: identity))
        case .data(_, let token, let samples):
            guard tokens.isValid(token, for: identity) else {
                context.logger.info("Samples refused", metadata: ["reason": "The token is unknown or has expired."])
                // Not below 400: to a client any packet is success otherwise, and it would drop its samples.
                return try answer(.error, token, status: .badRequest)
            }
            let intake = try await store.receive(samples, by: .packets, from: identity)
            if let reason = intake.firstReason {
                context.logger.info(
                    "Samples skipped", metadata: ["reason": "\(reason)", "count": "\(intake.malformed)"])
            }
            return try answer(.dataResponse, token)
        }
    }

    private static func read(_ data: Data) throws -> InterrogatorMessage {
        do {
            let message = try InterrogatorMessage(data)
            if case .data(_, _, let samples) = message, samples.count > SampleData.maximumSamples {
                throw MessageError("has more than \(SampleData.maximumSamples) samples")
            }
            return message
        } catch {
            throw ConsoleError(.badRequest, "The packet cannot be read: \(error).")
        }
    }

    private func answer(
        _ flag: InterrogatorFlag, _ token: InterrogatorToken, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let packet = try InterrogatorPacket(flag, token: token).encoded()
        return .bytes(ByteBuffer(data: packet), type: "application/octet-stream", status: status)
    }

    private func receiveBatch(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let now = clock.now(in: context.identity.groupID).milliseconds
        let batch: AnalyticsBatch
        do {
            guard let time = SampleTime(milliseconds: now) else { throw MessageError("comes at an impossible time") }
            batch = try AnalyticsBatch(json: context.body.data, now: time)
        } catch {
            throw ConsoleError(.badRequest, "The batch cannot be read: \(error).")
        }
        let items = batch.samples.map(SampleData.Item.sample) + batch.unlisted.map(SampleData.Item.unlisted)
        let intake = try await store.receive(items, by: .batches, from: context.identity)
        return try .json(
            BatchAnswer(accepted: intake.keptCount, withheld: intake.withheld > 0 ? intake.withheld : nil))
    }
}
