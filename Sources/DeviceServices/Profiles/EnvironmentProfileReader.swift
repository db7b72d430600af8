import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// Reads SDK profiles of an environment file; payloads are validated as they are read.
enum EnvironmentProfileReader {
    /// Nesting a setting may have.
    private static let depthLimit = 16
    /// Bytes a text setting may have.
    private static let textLimit = 4_194_304

    static func read(_ node: EnvironmentNode) -> EnvironmentProfile? {
        let keys = ["name", "uuid", "description", "version", "inherits", "payloads", "previousVersions"]
        guard let mapping = node.mapping(keys), let name = mapping.required("name")?.text(1...255) else { return nil }
        var profile = EnvironmentProfile(position: mapping.position, name: name)
        profile.uuid = mapping["uuid"]?.uuid
        profile.description = mapping["description"]?.text(0...1000) ?? ""
        profile.version = mapping["version"]?.integer(1...1_000_000_000) ?? 1
        profile.inherits = mapping["inherits"]?.bool ?? true
        profile.payloads = payloads(mapping["payloads"])
        profile.previousVersions = mapping["previousVersions"]?.list.compactMap(previous) ?? []
        if let wrong = profile.previousVersions.first(where: { $0.version >= profile.version }) {
            mapping["previousVersions"]?.complain("version \(wrong.version) is not before version \(profile.version)")
        }
        var seen: Set<Int64> = []
        for previous in profile.previousVersions where !seen.insert(previous.version).inserted {
            mapping["previousVersions"]?.complain("version \(previous.version) stands here twice")
        }
        return profile
    }

    private static func previous(_ node: EnvironmentNode) -> EnvironmentProfileVersion? {
        guard let mapping = node.mapping(["version", "payloads"]),
            let version = mapping.required("version")?.integer(1...1_000_000_000)
        else { return nil }
        return EnvironmentProfileVersion(version: version, payloads: payloads(mapping["payloads"]))
    }

    private static func payloads(_ node: EnvironmentNode?) -> [ProfilePayload] {
        node?.list.compactMap(payload) ?? []
    }

    private static func payload(_ node: EnvironmentNode) -> ProfilePayload? {
        guard let mapping = node.mapping(nil), let type = mapping.required("PayloadType")?.text(1...255) else {
            return nil
        }
        var settings: [String: PropertyListValue] = [:]
        for (key, value) in mapping.entries where key != "PayloadType" {
            settings[key] = Self.value(value, depth: 0)
        }
        var (payload, faults) = ProfilePayload(type: type, settings: settings).checked()
        if faults.isEmpty { faults = ProfileCertificates.faults(in: payload) + ProfileCompliance.faults(in: payload) }
        guard let fault = faults.first else { return payload }
        let place = fault.key.flatMap { key in mapping[String(key.prefix { $0 != "[" })] } ?? node
        place.complain(fault.message)
        return nil
    }

    /// A setting of any type.
    ///
    /// Data and dates, for which YAML has no scalar, are written as `{$data: base64}` and `{$date: time}`.
    private static func value(_ node: EnvironmentNode, depth: Int) -> PropertyListValue? {
        guard depth < depthLimit else {
            node.complain("is nested too deeply")
            return nil
        }
        if node.isList { return .array(node.list.compactMap { value($0, depth: depth + 1) }) }
        return node.isMapping ? dictionary(node, depth: depth) : scalar(node)
    }

    private static func dictionary(_ node: EnvironmentNode, depth: Int) -> PropertyListValue? {
        guard let mapping = node.mapping(nil) else { return nil }
        if mapping.entries.count == 1, let text = mapping["$data"]?.scalar?.text {
            guard let data = Data(base64Encoded: text) else {
                node.complain("$data must be base64")
                return nil
            }
            return .data(data)
        }
        if mapping.entries.count == 1, let date = mapping["$date"] {
            return date.timestamp.map { .date($0.date) }
        }
        var settings: [String: PropertyListValue] = [:]
        for (key, value) in mapping.entries { settings[key] = Self.value(value, depth: depth + 1) }
        return .dictionary(settings)
    }

    private static func scalar(_ node: EnvironmentNode) -> PropertyListValue? {
        guard let scalar = node.scalar else { return nil }
        switch scalar.kind {
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .real(let value) where value.isFinite: return .real(value)
        case .text:
            guard scalar.text.utf8.count <= textLimit else {
                node.complain("has more than \(textLimit) bytes")
                return nil
            }
            return .string(scalar.text)
        case .null, .real:
            node.complain("must have a value a property list can hold; leave the key out instead")
            return nil
        }
    }
}
