import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import Logging

/// Enrollment without a browser, as agents do it (DeviceServices, section 6).
///
/// Each path exists below `/deviceservices/enrollment/airwatchenroll.aws` and below
/// `/deviceservices/AirwatchEnroll.aws/Enrollment`.
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | POST | `…/validategroupidentifier` | none |
/// | POST | `…/validategroupselector` | none: a session |
/// | POST | `…/validatelogincredentials` | none: a session |
/// | POST | `…/createMdmInstallUrl` | none: a session whose user has signed in |
struct AgentDeviceController {
    /// Answers a step of a request.
    private typealias Step =
        @Sendable (AgentEnrollmentRequest, Request, DeviceServicesContext) async throws -> AgentStep

    let agent: AgentEnrollment
    /// The address of the page at the enrollment URL, for the origin of a request.
    let installPage: @Sendable (Request) -> String

    /// Adds the routes; the router receives bodies.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        let steps: [(path: RouterPath, alias: RouterPath, step: Step)] = [
            (
                "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier",
                "/deviceservices/AirwatchEnroll.aws/Enrollment/validategroupidentifier",
                { message, _, context in
                    try await agent.validateGroup(message, at: context.homeGroupID, from: context.address)
                }
            ),
            (
                "/deviceservices/enrollment/airwatchenroll.aws/validategroupselector",
                "/deviceservices/AirwatchEnroll.aws/Enrollment/validategroupselector",
                { message, _, context in try await agent.selectGroup(message, from: context.address) }
            ),
            (
                "/deviceservices/enrollment/airwatchenroll.aws/validatelogincredentials",
                "/deviceservices/AirwatchEnroll.aws/Enrollment/validatelogincredentials",
                { message, _, context in try await agent.validateCredentials(message, from: context.address) }
            ),
            (
                "/deviceservices/enrollment/airwatchenroll.aws/createMdmInstallUrl",
                "/deviceservices/AirwatchEnroll.aws/Enrollment/createMdmInstallUrl",
                { message, request, _ in try await agent.createInstallURL(message, page: installPage(request)) }
            ),
        ]
        for (path, alias, step) in steps {
            for path in [path, alias] {
                router.post(path) { request, context in try await answer(request, context: context, step) }
            }
        }
    }

    /// Refusals are answered 200 as well, with a text and a session of zeros.
    private func answer(_ request: Request, context: DeviceServicesContext, _ step: Step) async throws -> Response {
        let message: AgentEnrollmentRequest
        do {
            message = try AgentEnrollmentRequest(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The enrollment request cannot be read: \(error).")
        }
        context.notes.note(
            device: message.device.internalIdentifier, groupID: context.homeGroupID, user: message.username)
        let answer: AgentEnrollmentResponse
        do {
            let done = try await step(message, request, context)
            if let groupID = done.groupID { context.notes.note(groupID: groupID) }
            answer = AgentEnrollmentResponse(
                header: .init(answering: message.header, sessionID: done.sessionID), status: .ok, nextStep: done.next)
        } catch let refusal as AgentRefusal {
            context.notes.note(code: "refused", reason: "The step was refused: \(refusal.reason)")
            context.logger.info("Enrollment step refused", metadata: ["reason": "\(refusal.reason)"])
            answer = AgentEnrollmentResponse(
                header: .init(answering: message.header, sessionID: AgentEnrollmentRequest.noSession),
                status: .failed(refusal.reason), nextStep: refusal.next)
        }
        return .json(data: try answer.encoded())
    }
}
