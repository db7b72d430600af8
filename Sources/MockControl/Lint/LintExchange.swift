import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// A request and its answer, as rules look at them.
struct LintExchange {
    /// How a request says who sends it.
    enum Credential: Hashable {
        case none, bearer, signature, builtIn, other
    }

    let entry: JournalEntry
    let call: DeviceCall
    /// Identifier of the device, in lower case; nil if the request names none.
    let device: String?
    /// Bundle identifier of the app, in lower case; nil if the request names none.
    let bundle: String?
    /// The authentication group that the request names.
    let group: String?
    let credential: Credential
    /// The body as JSON; nil if it is none, or was not looked at.
    let json: JSONValue?

    var status: Int { entry.response.head.status.code }
    var isRefused: Bool { status >= 400 }
    /// Milliseconds since 1970.
    var at: Int64 { entry.arrivedAt.milliseconds }
    var request: JournalRequest { entry.request }
    /// Code of the refusal.
    var refusal: String? { entry.parties.refusalCode }

    /// Whom findings are about: app and device, else the client's address.
    var subject: String {
        switch (device, bundle) {
        case (let device?, let bundle?): "\(bundle) on \(device)"
        case (let device?, nil): "the device \(device)"
        case (nil, let bundle?): bundle
        case (nil, nil): entry.connection.address.isEmpty ? "a client" : "a client at \(entry.connection.address)"
        }
    }

    /// Reads an entry; nil for one that is not of device services, or that no client has sent.
    init?(_ entry: JournalEntry) {
        let first = entry.request.path.split(separator: "/").first?.lowercased()
        guard first == nil || first == "deviceservices" || first == "autodiscovery", entry.parties.replayOf == nil,
            entry.parties.incident == nil
        else { return nil }
        self.entry = entry
        call = DeviceCall(entry.request.head.method, entry.request.path)
        let fields = LintFields(entry.request.head.headerFields)
        group = fields.group
        credential = fields.credential
        json = Self.reads(call) ? try? JSONValue(json: Data(entry.request.body.bytes.readableBytesView)) : nil
        device = (entry.parties.device ?? Self.device(entry, call, json, fields))?.lowercased()
        bundle = (entry.parties.bundle ?? Self.bundle(call, json, fields))?.lowercased()
    }

    /// Whether the body of a call is needed by more than one rule, or says whose it is.
    private static func reads(_ call: DeviceCall) -> Bool {
        switch call {
        case .login, .beacon, .analytics: true
        default: false
        }
    }

    private static func device(_ entry: JournalEntry, _ call: DeviceCall, _ json: JSONValue?, _ fields: LintFields)
        -> String?
    {
        switch call {
        case .login: json?.text("Udid")
        case .probe: fields["udid"]
        case .reachability: nil
        default: fields.device ?? inPath(entry.request.path) ?? entry.request.query("uid")
        }
    }

    private static func bundle(_ call: DeviceCall, _ json: JSONValue?, _ fields: LintFields) -> String? {
        switch call {
        case .login: json?.text("BundleId")
        case .probe: fields["bundleid"]
        default: fields.group.flatMap(app)
        }
    }

    /// The identifier behind `uid` in a path.
    static func inPath(_ path: Substring) -> String? {
        let parts = path.split(separator: "/")
        guard let place = parts.firstIndex(where: { $0.lowercased() == "uid" }), parts.count > place + 1 else {
            return nil
        }
        return String(parts[place + 1])
    }

    /// The app of an authentication group: its bundle identifier, behind the prefix of a common group.
    private static func app(_ group: String) -> String? {
        let lower = group.lowercased()
        guard lower != SignedRequestHeaders.builtInGroup.lowercased() else { return nil }
        let prefix = group.prefix { $0 != "." }
        let isPrefix = prefix.utf8.count == 10 && prefix.allSatisfy { $0.isUppercase || $0.isNumber }
        return isPrefix ? String(lower.dropFirst(prefix.count + 1)) : lower
    }
}

/// Header fields of a request, found once.
struct LintFields {
    private let fields: [String: String]

    /// The device that signs; nil without a signature.
    let device: String?
    let credential: LintExchange.Credential

    init(_ sent: HTTPFields) {
        fields = Dictionary(sent.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        let authorization = fields["authorization"] ?? ""
        let word = authorization.prefix { $0 != " " }.lowercased()
        if authorization.allSatisfy(\.isWhitespace) {
            (credential, device) = (.none, nil)
        } else if word == "bearer" {
            (credential, device) = (.bearer, nil)
        } else if word != "basic", let colon = authorization.firstIndex(of: ":") {
            let isBuiltIn = fields["aw-auth-group-id"]?.lowercased() == SignedRequestHeaders.builtInGroup.lowercased()
            (credential, device) = (isBuiltIn ? .builtIn : .signature, String(authorization[..<colon]))
        } else {
            (credential, device) = (.other, nil)
        }
    }

    /// The authentication group.
    var group: String? { fields["aw-auth-group-id"] }

    /// The first value of a field.
    subscript(name: String) -> String? { fields[name] }
}
