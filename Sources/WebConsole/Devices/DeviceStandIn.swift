import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// Acting as a device: a request that it sent is sent once more, for those who have no app at hand.
enum DeviceStandIn: String, CaseIterable, Sendable {
    case beacon = "send-beacon"
    case profile = "fetch-profile"

    /// The path of the request.
    private var path: String {
        switch self {
        case .beacon: "/deviceservices/AirWatchBeacon.svc/checkin"
        case .profile: "/deviceservices/iOS/SettingsEndpoint.aspx"
        }
    }

    /// What its button says.
    private var title: String { self == .beacon ? "Send the last beacon again" : "Fetch the profile again" }

    /// The buttons.
    static func section(_ frame: DeviceFrame) -> Section {
        let hint =
            "Sends what the app sent last once more, under its own credentials, and keeps the answer in the journal."
        let buttons = allCases.map { Action.post($0.title, "\(frame.base)/\($0.rawValue)") }
        return Section("Act as this device", id: "act", parts: [.text(hint), .actions(buttons)])
    }

    /// Sends it.
    func act(_ visit: Visit) async throws -> Outcome {
        let found = try await visit.api.get(
            "/_mock/journal", ["device": visit.capture("udid"), "path": path, "pageSize": "1"])
        guard let id = found.items[0].id.nonEmpty else {
            throw ConsoleError(.notFound, "The journal has no such request of this device: let the app send it once.")
        }
        let answer = try await visit.api.send(.post, "/_mock/journal/\(id)/replay")
        return .stay("\(title): the console answered \(answer.status.text).")
    }
}
