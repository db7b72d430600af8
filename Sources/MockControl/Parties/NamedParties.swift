import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

/// Whom a request names in its path, query, header fields or body, whether or not it can prove anything.
struct NamedParties: Hashable, Sendable {
    /// Code of an organization group.
    private(set) var group: String?
    /// Identifier of a device.
    private(set) var device: String?
    /// Bundle identifier of an app.
    private(set) var bundle: String?
    /// Name of a user.
    private(set) var user: String?

    /// What each is called, in lower case.
    private static let groupNames: Set<String> = [
        "activationcode", "customerlocationgroupref", "groupid", "groupcode", "organizationgroup",
    ]
    private static let deviceNames: Set<String> = ["udid", "uid", "deviceidentifier", "deviceudid"]
    private static let bundleNames: Set<String> = ["bundleid", "bundleidentifier"]
    private static let userNames: Set<String> = ["username"]
    /// How deep a body is looked into.
    private static let maximumDepth = 4
    /// The most bytes of what something is called.
    private static let maximumLength = 255

    /// Reads a request; what comes first counts.
    init(_ head: HTTPRequest, body: CapturedBody) {
        let target = head.path ?? ""
        let segments = head.pathAlone.split(separator: "/")
        for (name, value) in zip(segments, segments.dropFirst()) { take(String(name), String(value)) }
        let parameters = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        for pair in parameters.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { take(String(parts[0]), String(parts[1])) }
        }
        for field in head.headerFields { take(field.name.canonicalName, field.value) }
        if body.byteCount > 0, !body.isTruncated { read(Data(buffer: body.bytes)) }
    }

    private mutating func take(_ name: String, _ value: String) {
        let name = name.lowercased()
        guard let value = value.removingPercentEncoding, !value.isEmpty, value.utf8.count <= Self.maximumLength else {
            return
        }
        if group == nil, Self.groupNames.contains(name) { group = value }
        if device == nil, Self.deviceNames.contains(name) { device = DeviceIdentifier(value)?.value }
        if bundle == nil, Self.bundleNames.contains(name) { bundle = BundleIdentifier(value)?.value }
        if user == nil, Self.userNames.contains(name) { user = value }
    }

    private mutating func read(_ data: Data) {
        switch data.first(where: { !Self.blanks.contains($0) }) {
        case UInt8(ascii: "{")?: if let value = try? JSONValue(json: data) { read(value, depth: 0) }
        case UInt8(ascii: "b")?: readBinary(data)
        case UInt8(ascii: "<")?:
            if let list = try? PropertyListValue(parsing: data) {
                read(list)
            } else if let document = try? XMLDocument(data) {
                read(document.value, depth: 0)
            }
        default: break
        }
    }

    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

    private mutating func read(_ value: JSONValue, depth: Int) {
        guard depth < Self.maximumDepth, case .object(let members) = value else { return }
        for member in members {
            switch member.value {
            case .string(let text), .number(let text): take(member.name, text)
            default: read(member.value, depth: depth + 1)
            }
        }
    }

    /// Reads no more of a binary property list than its outermost texts: anybody may send one, and what it refers to may
    /// be far larger than itself.
    private mutating func readBinary(_ data: Data) {
        let texts = try? PropertyListValue.outermostTexts(ofBinary: data, upTo: Self.maximumLength)
        for (name, text) in (texts ?? [:]).sorted(by: { $0.key < $1.key }) { take(name, text) }
    }

    private mutating func read(_ list: PropertyListValue) {
        guard case .dictionary(let members) = list else { return }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if case .string(let text) = value { take(name, text) }
        }
    }
}
