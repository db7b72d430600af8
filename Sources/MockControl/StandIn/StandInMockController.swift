import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird

/// Acting as a device (MockControl, "Acting as a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/devices/{udid}/requests` | signs a request as an app on the device, sends it; its status |
struct StandInMockController {
    let standIn: StandIn
    let memory: JournalMemory
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/devices/{udid}/requests", use: send)
    }

    private func send(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let data = try await request.data(limit: bodyLimit)
        let body: JSONValue
        do {
            body = try JSONValue(json: data)
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
        let outcome = try await standIn.send(
            try StandInOrder(body), as: udid, scheme: request.head.scheme ?? "http",
            host: request.head.authority ?? "localhost", by: context.identity, on: context.channel,
            logger: context.logger)
        let entry = memory.latest { $0.parties.requestID == outcome.requestID }
        return try .json(StandInBody(outcome, entry: entry?.id))
    }
}

/// What became of a request that was sent in place of an app.
struct StandInBody: Encodable {
    /// The device.
    let device: String
    /// The app whose credential signed it.
    let bundleId: String
    /// What it was answered; 0 if a fault dropped the connection.
    let status: Int
    /// Id of its entry in the journal; nil if the journal is switched off, or has lost it already.
    let entry: Int64?

    /// The body.
    init(_ outcome: StandIn.Outcome, entry: Int64?) {
        device = outcome.credential.device.value
        bundleId = outcome.credential.bundle.value
        status = outcome.status
        self.entry = entry
    }
}
