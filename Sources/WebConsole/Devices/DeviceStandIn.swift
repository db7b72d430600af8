import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Acting as a device for those who have no app at hand: a beacon of chosen fields, the profile, or any other request.
enum DeviceStandIn: String, CaseIterable, Sendable {
    case beacon = "send-beacon"
    case profile = "fetch-profile"
    case request = "send-request"

    /// The path of beacons.
    static let beaconPath = "/deviceservices/AirWatchBeacon.svc/checkin"

    /// The field of the form with the app.
    var appField: String {
        switch self {
        case .beacon: "bundleId"
        case .profile: "profileApp"
        case .request: "requestApp"
        }
    }

    /// The link to the page.
    static func link(_ frame: DeviceFrame) -> Action { .link("Act as this device", "\(frame.base)/act") }

    /// Has the console send it, and shows the page with the answer.
    func act(_ visit: Visit) async throws -> Outcome {
        let device = try await visit.api.get("/_mock/devices/\(visit.segment("udid"))")
        let order = try order(visit.form, device.udid.text)
        let answer = try await visit.api.send(
            .post, "/_mock/devices/\(visit.segment("udid"))/requests",
            .members([
                "bundleId": visit.form.nonEmpty(appField).map { .string($0) }, "method": .string(order.method),
                "path": .string(order.path), "body": order.body, "host": Self.host(visit.origin),
            ]))
        let page = "/console/devices/\(visit.segment("udid"))/act"
        if let entry = answer.entry.nonEmpty { return .answer(ConsoleGate.seeOther("\(page)?entry=\(entry)")) }
        let status = answer.status.integer ?? 0
        let sentence = "The console answered \(status); the journal is off, so the answer itself is not kept."
        guard (200..<300).contains(status) else { throw ConsoleError(.unprocessable, sentence) }
        return .done(sentence, at: page)
    }

    /// What is sent.
    private struct Order {
        let method: String
        let path: String
        var body: JSONValue?
    }

    private func order(_ form: FormValues, _ udid: String) throws -> Order {
        switch self {
        case .beacon:
            return Order(method: "POST", path: Self.beaconPath, body: try BeaconForm.body(form, udid))
        case .profile:
            let query =
                "bundleid=\(URLText.escaped(form[appField]))&configtypeid=21&deviceType=2&uid=\(URLText.escaped(udid))"
            return Order(method: "GET", path: "/deviceservices/iOS/SettingsEndpoint.aspx?\(query)")
        case .request:
            let text = form.exactly("body").trimmingCharacters(in: .whitespacesAndNewlines)
            let json = (try? JSONValue(json: Data(text.utf8))) ?? .string(text)
            return Order(method: form["method"], path: form["path"], body: text.isEmpty ? nil : json)
        }
    }

    /// Host and port of an origin.
    private static func host(_ origin: String) -> JSONValue? {
        origin.split(separator: "/").dropFirst().first.map { .string(String($0)) }
    }
}

/// The beacon as a form: its fields under their names on the wire.
enum BeaconForm {
    /// Fields that are texts, with what people call them.
    static let texts: KeyValuePairs<String, String> = [
        "Name": "Name of the device", "Model": "Model", "OsVersion": "OS version", "AWVersion": "App version",
        "EmailAddress": "E-mail", "PhoneNumber": "Phone number", "IpAddress": "IP address",
        "MacAddress": "MAC address", "APNSToken": "Push token", "Latitude": "Latitude", "Longitude": "Longitude",
    ]

    /// The fields, filled with what the device said last.
    ///
    /// - Parameters:
    ///   - last: The members of its last beacon.
    ///   - device: The device, for what the beacon does not say.
    /// - Returns: The fields.
    static func fields(_ last: JSON, _ device: JSON) -> [Field] {
        let known = ["Name": device.friendlyName, "Model": device.model, "OsVersion": device.osVersion]
        var fields = texts.map { name, label in
            let said = last[name].text.contains("[redacted]") ? "" : last[name].text
            return Field(name, label, value: said.isEmpty ? known[name]?.text ?? "" : said)
        }
        fields.append(.flag("IsCompromised", "Compromised", ["1", "true"].contains(last.IsCompromised.text)))
        fields.append(
            Field("further", "Further fields", .area)
                .with(hint: "A JSON object, such as {\"ComplianceData\": []}; what stands here counts more."))
        return fields
    }

    /// The body of what was typed.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the further fields are no object.
    static func body(_ form: FormValues, _ udid: String) throws -> JSONValue {
        var members = [
            JSONMember(name: "DeviceIdentifier", value: .string(udid)),
            JSONMember(name: "BundleId", value: .string(form["bundleId"])),
            JSONMember(name: "DeviceType", value: .string("2")),
            JSONMember(name: "TransactionIdentifier", value: .string("1")),
            JSONMember(name: "IsCompromised", value: .bool(form.isOn("IsCompromised"))),
        ]
        for (name, _) in texts {
            guard let text = form.nonEmpty(name) else { continue }
            let isNumber = name.hasSuffix("itude") && Double(text)?.isFinite == true
            members.append(JSONMember(name: name, value: isNumber ? .number(text) : .string(text)))
        }
        if let name = form.nonEmpty("Name") { members.append(JSONMember(name: "FriendlyName", value: .string(name))) }
        let further = form.exactly("further").trimmingCharacters(in: .whitespacesAndNewlines)
        if !further.isEmpty {
            guard let value = try? JSONValue(json: Data(further.utf8)), case .object(let more) = value else {
                throw ConsoleError(.badRequest, "further has to be a JSON object, such as {\"UserName\": \"ann\"}.")
            }
            members.removeAll { member in more.contains { $0.name == member.name } }
            members += more
        }
        return .object([JSONMember(name: "payLoad", value: .object(members))])
    }
}
