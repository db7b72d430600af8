import DeviceProtocol
import Foundation

/// The environment of a sandbox whose maker sends none: a user, a smart group of all devices, an app and its SDK profile.
struct SandboxTemplate: Codable, Sendable {
    /// Name of the SDK profile.
    static let profileName = "Sandbox"
    /// Name of the smart group.
    static let smartGroupName = "All Devices"
    /// Settings of its group, which an order adds to.
    private static let settings: [JSONMember] = [
        JSONMember(
            name: "authenticationTypes", value: .array([.string("usernameAndPassword"), .string("token")])),
        JSONMember(name: "requireMDMEnrollment", value: .bool(false)),
        JSONMember(name: "defaultProfile", value: .string(profileName)),
    ]
    /// Payloads with which an app starts, which an order adds to.
    private static let payloads: [(type: String, members: [JSONMember])] = [
        (
            "PasscodePoliciesV2",
            [
                JSONMember(name: "AuthenticationType", value: .number("0")),
                JSONMember(name: "PasscodeMode", value: .number("0")),
                JSONMember(name: "EnableSingleSignOn", value: .bool(false)),
            ]
        ),
        (
            "LoggingSettingsV2",
            [
                JSONMember(name: "LoggingLevel", value: .number("2")),
                JSONMember(name: "SendLogsOverWifi", value: .bool(false)),
            ]
        ),
        ("AnalyticsSettingsV2", [JSONMember(name: "EnableAnalytics", value: .bool(true))]),
    ]

    let bundle: String
    let user: String
    let password: String
    let hasGeneratedPassword: Bool
    /// JSON of further settings of the group.
    private let settings: String
    /// JSON of further members of payloads, by type.
    private let profile: String

    /// What an order asks for.
    init(_ order: SandboxOrder, password: String) {
        bundle = order.bundle
        user = order.user
        self.password = password
        hasGeneratedPassword = order.password == nil
        settings = String(decoding: JSONValue.object(order.settings).encoded(), as: UTF8.self)
        profile = String(decoding: JSONValue.object(order.profile).encoded(), as: UTF8.self)
    }

    /// The environment at a path of group codes, as JSON, which environment files may be.
    func text(at path: String, name: String) throws -> String {
        let group = Self.object([
            ("path", .string(path)), ("name", .string(name)), ("type", .string("Customer")),
            ("settings", Self.merged(Self.settings, try Self.members(settings))),
            ("users", .array([Self.object([("username", .string(user)), ("password", .string(password))])])),
            ("smartGroups", .array([smartGroup(path)])),
            ("profiles", .array([try profileValue()])),
            ("applications", .array([application])),
        ])
        let document = Self.object([("version", .number("2")), ("organizationGroups", .array([group]))])
        return String(decoding: document.encoded(), as: UTF8.self)
    }

    private func smartGroup(_ path: String) -> JSONValue {
        Self.object([
            ("name", .string(Self.smartGroupName)),
            ("criteria", Self.object([("organizationGroups", .array([.string(path)]))])),
        ])
    }

    private var application: JSONValue {
        Self.object([
            ("bundleId", .string(bundle)), ("name", .string(bundle)), ("version", .string("1.0.0")),
            ("profile", .string(Self.profileName)),
            (
                "assignments", .array([Self.object([("smartGroup", .string(Self.smartGroupName))])])
            ),
        ])
    }

    private func profileValue() throws -> JSONValue {
        let asked = try Self.members(profile)
        var payloads = Self.payloads
        for member in asked {
            guard case .object(let members) = member.value else { continue }
            if let place = payloads.firstIndex(where: { $0.type == member.name }) {
                guard case .object(let merged) = Self.merged(payloads[place].members, members) else { continue }
                payloads[place].members = merged
            } else {
                payloads.append((member.name, members))
            }
        }
        let list = payloads.map { payload in
            JSONValue.object([JSONMember(name: "PayloadType", value: .string(payload.type))] + payload.members)
        }
        return Self.object([("name", .string(Self.profileName)), ("payloads", .array(list))])
    }

    private static func members(_ json: String) throws -> [JSONMember] {
        guard case .object(let members) = try JSONValue(json: Data(json.utf8)) else { return [] }
        return members
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONMember(name: $0.0, value: $0.1) })
    }

    private static func merged(_ members: [JSONMember], _ more: [JSONMember]) -> JSONValue {
        let names = Set(more.map(\.name))
        return .object(members.filter { !names.contains($0.name) } + more)
    }
}
