import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import Logging

/// Beacons (DeviceServices, section 14).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `/deviceservices/AirWatchBeacon.svc/checkin` | application |
struct BeaconDeviceController {
    let store: BeaconStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.post("/deviceservices/AirWatchBeacon.svc/checkin", use: receive)
    }

    private func receive(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let report: BeaconReport
        do {
            report = try BeaconReport(json: context.body.data)
        } catch {
            context.logger.info("Beacon refused", metadata: ["reason": "\(error)"])
            return .json(data: BeaconAnswer.refused.encoded(), status: .badRequest)
        }
        try context.identity.require(device: report.device)
        try context.identity.require(bundle: report.bundle)
        if let problem = report.complianceProblem {
            context.logger.info(
                "Beacon kept, though its ComplianceData cannot be read whole",
                metadata: ["device": "\(report.device)", "reason": "\(problem)"])
        }
        if let other = try await store.receive(report, from: context.identity) {
            context.logger.info(
                "Beacon names another organization group, which is ignored",
                metadata: ["device": "\(report.device)", "group": "\(other)"])
        }
        return .json(data: BeaconAnswer.accepted.encoded())
    }
}
