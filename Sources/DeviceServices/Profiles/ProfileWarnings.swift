import ConsoleModel
import DeviceProtocol

/// Probable mistakes in a valid profile (SDKProfile, sections 1 and 3).
enum ProfileWarnings {
    /// Warnings about payloads, each a sentence.
    ///
    /// - Parameters:
    ///   - payloads: The payloads.
    ///   - settings: The settings of the profile's group; nil while it has none.
    /// - Returns: The warnings.
    static func of(_ payloads: [ProfilePayload], for settings: GroupSettings? = nil) -> [String] {
        let isVerbatim = settings?.isOn(.replaceLookupValues) == false
        return repetitions(payloads)
            + payloads.flatMap { names(of: $0) + effects(of: $0) + ProfileCertificates.warnings(about: $0) }
            + ProfileCredentialOption.warnings(payloads)
            + (settings?.sdkGeneration.map { newer(than: $0, payloads) } ?? [])
            + (isVerbatim ? [] : payloads.flatMap(\.lookupWarnings))
    }

    /// Payload types and settings that the generation of the group does not have.
    private static func newer(than generation: SDKGeneration, _ payloads: [ProfilePayload]) -> [String] {
        payloads.flatMap { payload -> [String] in
            guard let schema = PayloadSchema.named(payload.type) else { return [] }
            func sentence(_ name: String, _ since: SDKGeneration) -> String {
                "\(name) is of SDK \(since.rawValue), and the group tests with \(generation.rawValue), which does not have it."
            }
            if let since = schema.since, since > generation { return [sentence(payload.type, since)] }
            return schema.keys.compactMap { key in
                guard let since = key.since, since > generation, payload.settings[key.name] != nil else { return nil }
                return sentence("\(payload.type).\(key.name)", since)
            }
        }
    }

    private static func repetitions(_ payloads: [ProfilePayload]) -> [String] {
        let counts = Dictionary(payloads.map { ($0.type, 1) }, uniquingKeysWith: +)
        return counts.filter { $0.value > 1 }.keys.sorted().map {
            "\($0) stands in the profile more than once; clients read the last one only."
        }
    }

    /// Names that are nearly known.
    private static func names(of payload: ProfilePayload) -> [String] {
        guard let schema = PayloadSchema.named(payload.type) else {
            let meant = PayloadSchema.all.first { isNear($0.type, payload.type) }
            return meant.map {
                ["\(payload.type) is no type clients know, unlike \($0.type): they hand it to the app as it is."]
            } ?? []
        }
        let unknown = payload.settings.keys.filter { schema.key($0) == nil && !$0.hasPrefix("Payload") }
        return unknown.sorted().map { name in
            let meant = schema.keys.first { isNear($0.name, name) }.map { ", unlike \($0.name)" } ?? ""
            return "\(payload.type).\(name) is no setting clients know\(meant): it is sent all the same."
        }
    }

    /// Whether two names differ in letter case or a version only.
    private static func isNear(_ one: String, _ other: String) -> Bool {
        func letters(_ name: String) -> String {
            let name = name.lowercased()
            return name.hasSuffix("v2") ? String(name.dropLast(2)) : name
        }
        return letters(one) == letters(other)
    }

    /// Settings that do something else than most people think.
    private static func effects(of payload: ProfilePayload) -> [String] {
        let settings = payload.settings
        switch payload.type {
        case "AppTunnelingPoliciesV2" where settings["EnableAppTunnel"] == .bool(true): return tunnel(payload)
        case "DataLossPreventionV2": return restrictions(payload)
        case "GeofencingSettingsV2"
        where settings["EnableGeofencing"] == .bool(true) && payload.isEmpty("GeofenceAreas"):
            return ["GeofencingSettingsV2 has no GeofenceAreas, without which geofencing has no effect."]
        case "NetworkAccessV2"
        where settings["EnableNetworkAccess"] == .bool(true) && settings["AllowWiFiConnection"] == .integer(2)
            && payload.isEmpty("AllowedSSIDs"):
            return ["NetworkAccessV2 allows the wireless networks of AllowedSSIDs only, and that list is empty."]
        case "CompromisedPoliciesV2"
        where settings["CompromisedAction"] == .integer(1) && settings["CompromisedProtection"] != .bool(true):
            return ["CompromisedPoliciesV2.CompromisedAction has no effect while CompromisedProtection is off."]
        case "PasscodePoliciesV2" where (settings["AuthenticationType"]?.integerValue ?? 0) == 0:
            return ["PasscodeMode", "BiometricMode"].filter { (settings[$0]?.integerValue ?? 0) != 0 }.map {
                "PasscodePoliciesV2.\($0) has no effect while AuthenticationType is disabled."
            }
        case "OfflineAccessPoliciesV2"
        where settings["EnableOfflineAccess"]?.boolValue != false
            && (settings["MaximumPeriodAllowedOffline"]?.strictReal ?? -1) < 0:
            return [
                "OfflineAccessPoliciesV2 without a MaximumPeriodAllowedOffline of 0 or more blocks the app as soon as it is offline."
            ]
        case "CertificateSettingsV2" where settings["CertificateIssuer"] != nil && settings["IssuerToken"] != nil:
            return ["CertificateSettingsV2 keeps an app from starting if it cannot fetch the certificate."]
        default: return []
        }
    }
}
