import ConsoleModel
import ConsolePlatform

/// What is to be typed into the first app, until the first device has arrived.
struct FirstDevice {
    let visit: Visit
    /// Where apps find the console.
    let serverURL: String

    /// The page that a QR code leads a device to.
    static let enrollmentPath = "/DeviceManagement/Enrollment"

    /// What the template shows.
    private struct Model: PageValue {
        let address: String
        let isLocal: Bool
        let mayArrive: Bool
    }

    /// The values to type, the code to scan, and how to trust the certificate.
    ///
    /// - Throws: ``ConsoleError`` of the routes.
    func parts() async throws -> [Part] {
        let host = serverURL.split(separator: "/").dropFirst().first ?? ""
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
        return [
            .heading("No devices yet"),
            .text("Type these values into an app built with the SDK, and sign in."),
            .facts(try await values()),
            .custom(
                template: "Monitor/FirstDevice",
                model: Model(
                    address: serverURL + Self.enrollmentPath, isLocal: isLocal,
                    mayArrive: visit.may(.write, .devices))),
        ]
    }

    /// Server URL, group ID and user: the first who can sign in.
    private func values() async throws -> [Fact] {
        var facts = [Fact("Server URL", .code(serverURL), isCopied: true)]
        guard visit.may(.read, .users), visit.may(.read, .organizationGroups) else { return facts }
        let users = try await visit.api.get("/api/system/users/search", ["status": "Active", "pagesize": "1"])
        let user = users["Users"][0]
        guard user.exists else {
            return facts + [Fact("User", .text("There is none").linked("/console/users"))]
        }
        let group = try await visit.api.find("/api/system/groups/\(URLText.escaped(user["LocationGroupId"].text))")
        facts.append(Fact("Group ID", .code(group["GroupId"].text), isCopied: true))
        facts.append(Fact("User", .code(user["UserName"].text), isCopied: true))
        return facts
    }
}
