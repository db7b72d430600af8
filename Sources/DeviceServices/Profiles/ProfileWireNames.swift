import DeviceProtocol

/// The names for clients of settings whose names on the wire are not published (Configuration, "Wire names").
package struct ProfileWireNames: Hashable, Sendable {
    /// The names unless somebody says otherwise.
    package static let standard = ProfileWireNames()

    /// Name of `EnableCopyPasteOut`: by default the one clients of the 17.6 generation have for copy and paste.
    package var copyPasteOut = "EnableCopyPaste"
    /// Name of `EnableCopyPasteInto`.
    package var copyPasteInto = "EnableCopyPasteInto"
    /// Name of `EnableThirdPartyKeyboards`.
    package var thirdPartyKeyboards = "EnableThirdPartyKeyboards"
    /// Name of `IntegratedAuthenticationCredential`.
    package var integratedCredential = "IntegratedAuthenticationCredential"
    /// `CertificateType` of a root authority.
    package var rootCertificate = "Root"
    /// `CertificateType` of an intermediate authority.
    package var intermediateCertificate = "Intermediate"
    /// `CertificateType` of the certificate of a server.
    package var sslCertificate = "SSL"

    /// Name of `CompromisedAction`: by default one that clients of the 17.6 generation declare and do not read.
    package var compromisedAction = "AWComplianceCompromisedActions"
    /// Type of the payload `SDKAppComplianceV2`.
    package var appCompliance = PayloadSchema.appCompliance.type
    /// Names of its settings, by their names in a profile.
    package var appComplianceSettings = Dictionary(
        uniqueKeysWithValues: PayloadSchema.appCompliance.keys.map { ($0.name, $0.name) })

    /// The standard ones.
    package init() {}

    /// Names on the wire by payload type and name in a profile.
    private var settings: [String: [(name: String, wireName: String)]] {
        [
            "DataLossPreventionV2": [
                ("EnableCopyPasteOut", copyPasteOut), ("EnableCopyPasteInto", copyPasteInto),
                ("EnableThirdPartyKeyboards", thirdPartyKeyboards),
            ],
            "PasscodePoliciesV2": [("IntegratedAuthenticationCredential", integratedCredential)],
            PayloadSchema.compromised.type: [("CompromisedAction", compromisedAction)],
            PayloadSchema.appCompliance.type: PayloadSchema.appCompliance.keys.map {
                ($0.name, appComplianceSettings[$0.name] ?? $0.name)
            },
        ]
    }

    /// The names for clients of a generation.
    ///
    /// SDK 18.5.2 is of the generation whose names are known, so the settings that it reads have those names whatever is
    /// configured.
    func names(for generation: SDKGeneration?) -> ProfileWireNames {
        guard generation == .v18 else { return self }
        var names = self
        names.copyPasteOut = Self.standard.copyPasteOut
        names.compromisedAction = Self.standard.compromisedAction
        return names
    }

    /// `CertificateType` of a certificate.
    func certificateType(_ usage: ProfileCertificates.Usage) -> String {
        switch usage {
        case .root: rootCertificate
        case .intermediate: intermediateCertificate
        case .ssl: sslCertificate
        }
    }

    /// A payload with its settings under the names that clients read; they replace settings that the profile has under
    /// such a name.
    func applied(to payload: ProfilePayload) -> ProfilePayload {
        guard let names = settings[payload.type] else { return payload }
        var result = payload
        for (name, _) in names { result.settings[name] = nil }
        for (name, wireName) in names {
            if let value = payload.settings[name] { result.settings[wireName] = value }
        }
        if payload.type == PayloadSchema.appCompliance.type { result.type = appCompliance }
        return result
    }

    /// What is wrong with the names; nil for nothing.
    ///
    /// - Returns: A sentence that begins with the name at fault.
    package var problem: String? {
        for (type, names) in settings.sorted(by: { $0.key < $1.key }) {
            let wireNames = names.map(\.wireName)
            if let twice = wireNames.first(where: { name in wireNames.count { $0 == name } > 1 }) {
                return "\"\(twice)\" stands for two settings of \(type)."
            }
            for (name, wireName) in names where !Self.isFree(wireName, for: name, in: type) {
                return "\"\(wireName)\" has to be 1 to 64 letters, digits, full stops, underscores or hyphens, "
                    + "must not begin with Payload, and must not be the name of another setting of \(type)."
            }
        }
        if !ImageReference.isName(appCompliance) || Self.isTaken(appCompliance) {
            return "\"\(appCompliance.prefix(80))\" has to be 1 to 64 letters, digits, full stops, underscores or "
                + "hyphens, and must not be the type of another payload."
        }
        let words = [rootCertificate, intermediateCertificate, sslCertificate]
        let wrong = words.first { !(1...64).contains($0.unicodeScalars.count) }
        return wrong.map { "\"\($0.prefix(80))\" has to be a text of 1 to 64 characters." }
    }

    private static func isTaken(_ type: String) -> Bool {
        type != standard.appCompliance && PayloadSchema.named(type) != nil
    }

    private static func isFree(_ wireName: String, for name: String, in type: String) -> Bool {
        guard ImageReference.isName(wireName), !wireName.hasPrefix("Payload") else { return false }
        if wireName == name || wireName == standard.copyPasteOut { return true }
        return PayloadSchema.named(type)?.key(wireName) == nil
    }
}
