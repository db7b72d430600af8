import ConsolePlatform
import DeviceProtocol
import Foundation

/// A fault by the name a tester thinks in (Faults, "Presets").
struct FaultPreset: Sendable {
    let name: String
    /// What it is like, in a sentence.
    let summary: String
    /// What a client sees.
    let effect: String
    /// Which requests it is about, as JSON; an empty object for all.
    let match: String
    /// What goes wrong, as JSON.
    let action: String

    /// All of them.
    static let all: [FaultPreset] = [
        consoleDown, slowNetwork, captivePortal, maintenancePage, profileUnreadable, sessionRevoked,
    ]

    private static let consoleDown = FaultPreset(
        name: "console down",
        summary: "The console cannot be reached.",
        effect: "The connection closes without an answer. Nothing is handled.",
        match: "{}",
        action: #"{"drop": "before"}"#)

    private static let slowNetwork = FaultPreset(
        name: "slow network",
        summary: "A bad mobile network.",
        effect: "Each answer comes 0.8 seconds late in the median, some several seconds, and then 16 KiB in a second.",
        match: "{}",
        action: #"{"latencyMilliseconds": {"median": 800, "sigma": 0.6}, "slowBody": {"bytesPerSecond": 16384}}"#)

    private static let captivePortal = FaultPreset(
        name: "captive portal",
        summary: "The network of a hotel that wants a sign-in first.",
        effect: "200 with a page in HTML, without x-aw-version. Nothing is handled.",
        match: "{}",
        action: """
            {"status": 200, "contentType": "text/html; charset=utf-8", "withoutVersion": true,
             "withoutHeaders": ["x-request-id", "x-correlation-id"], "headers": {"Cache-Control": "no-store"},
             "body": "<!DOCTYPE html><html><head><title>Welcome</title></head><body><form action=\\"/login\\"><p>Sign in to use \
            this network.</p><button>Continue</button></form></body></html>"}
            """)

    private static let maintenancePage = FaultPreset(
        name: "maintenance page",
        summary: "A proxy answers while the console is maintained.",
        effect: "503 with a page in HTML and Retry-After, without x-aw-version. Nothing is handled.",
        match: "{}",
        action: """
            {"status": 503, "contentType": "text/html; charset=utf-8", "retryAfterSeconds": 600, "withoutVersion": true,
             "withoutHeaders": ["x-request-id", "x-correlation-id"],
             "body": "<!DOCTYPE html><html><head><title>Maintenance</title></head><body><h1>We will be back \
            soon.</h1></body></html>"}
            """)

    private static let profileUnreadable = FaultPreset(
        name: "profile unreadable",
        summary: "The SDK profile arrives damaged.",
        effect: "200 with the profile in a form that no parser of property lists reads.",
        match: #"{"method": "GET", "path": "/deviceservices/iOS/SettingsEndpoint.aspx"}"#,
        action: #"{"malformedBody": true}"#)

    private static let sessionRevoked = FaultPreset(
        name: "session revoked",
        summary: "An administrator has ended the session of the app.",
        effect: "What device services answer to a revoked credential: 403 to a signature, 401 to a bearer token.",
        match: #"{"path": "/deviceservices/**", "header": {"Authorization": {"absent": false}}}"#,
        action: #"{"refuse": "sessionRevoked"}"#)

    /// The preset of a name, in any letter case, with hyphens or underscores in place of blanks.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with the names there are.
    static func named(_ text: String) throws -> FaultPreset {
        let wanted = text.lowercased().replacing("-", with: " ").replacing("_", with: " ")
        if let preset = all.first(where: { $0.name == wanted }) { return preset }
        let names = all.map(\.name)
        throw ConsoleError(
            .badRequest,
            "There is no preset \"\(text.prefix(40))\".\(Spelling.question(text, among: names))"
                + " There are \(names.joined(separator: ", ")).")
    }

    /// The requests it is about that somebody means as well.
    func matching(_ wanted: JSONValue?) throws -> JSONValue {
        let own = try JSONValue(json: Data(match.utf8))
        guard let wanted, wanted != .object([]) else { return own }
        guard own != .object([]) else { return wanted }
        return .object([JSONMember(name: "allOf", value: .array([own, wanted]))])
    }
}
