import DeviceProtocol
import DeviceSimulator
import Foundation
import Logging
import Testing

/// What every refusal of device services has to be.
struct Refusal {
    let console: TestConsole
    let log: RecordedLog
    /// What was in the database before.
    let contents: [String: [String]]

    /// Notes what is in the database.
    init(_ console: TestConsole, _ log: RecordedLog) async throws {
        (self.console, self.log) = (console, log)
        contents = try await console.contents()
    }

    /// Sends a request and expects it refused: the status, the console version, a body with a reason, the reason in
    /// the log, nothing written and nothing left in the spool folder.
    @discardableResult
    func expect(
        _ status: Int, _ request: ClientRequest, from route: DeviceRoute, _ name: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> ClientResponse {
        log.clear()
        let response = try await console.send(request)
        let comment = Comment(rawValue: "\(route.name), \(name): \(response.status) \(response.text.prefix(300))")
        #expect(response.status == status, comment, sourceLocation: location)
        #expect(response.headers["x-aw-version"] == "24.10.0.0", comment, sourceLocation: location)
        #expect(response.headers["x-request-id"]?.isEmpty == false, comment, sourceLocation: location)
        let isHead = request.method == "HEAD"
        #expect(isHead ? response.body.isEmpty : hasReason(response, route), comment, sourceLocation: location)
        #expect(log.reasons.contains { !$0.isEmpty }, comment, sourceLocation: location)
        #expect(!log.lines.contains { $0.level >= .error }, comment, sourceLocation: location)
        #expect(try await console.contents() == contents, comment, sourceLocation: location)
        #expect(console.spooledFiles().isEmpty, comment, sourceLocation: location)
        return response
    }

    /// A malformed beacon is answered in the form of a beacon's answer; anything else with a sentence.
    private func hasReason(_ response: ClientResponse, _ route: DeviceRoute) -> Bool {
        if route == .beacon, let answer = response.json["d"] as? [String: Any] { return answer["Status"] as? Int == 0 }
        let message = response.json["message"] as? String ?? ""
        return message.contains(" ") && response.json["requestId"] as? String == response.headers["x-request-id"]
    }
}
