import ConsolePlatform
import DeviceProtocol
import Foundation

/// Certificates of payloads, judged by reading them (SDKProfile, section 3.4).
enum ProfileCertificates {
    /// The payload type with certificates.
    private static let type = "CredentialsSettingsV2"

    /// The purpose of a list of certificates.
    enum Usage: CaseIterable {
        case intermediate, ssl, root

        /// The setting with the list.
        var key: String {
            switch self {
            case .intermediate: "IntermediateCertificates"
            case .ssl: "SSLCertificates"
            case .root: "RootCertificates"
            }
        }
    }

    /// Values that should be certificates and are none.
    ///
    /// - Parameter payload: A payload whose settings have the type of the wire.
    /// - Returns: What is wrong, by setting.
    static func faults(in payload: ProfilePayload) -> [ProfileValidationError] {
        guard let schema = PayloadSchema.named(payload.type) else { return [] }
        return schema.keys.flatMap { key -> [ProfileValidationError] in
            guard let value = payload.settings[key.name] else { return [] }
            switch key.kind {
            case .certificate: return single(value, of: payload.type, key)
            case .certificates:
                return list(value.arrayValue?.map(\.dataValue) ?? [], of: payload.type, key)
            case .base64Strings:
                return list(
                    value.coercedStrings?.map { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) } ?? [],
                    of: payload.type, key)
            default: return []
            }
        }
    }

    private static func single(_ value: PropertyListValue, of type: String, _ key: PayloadKey)
        -> [ProfileValidationError]
    {
        guard let data = value.dataValue, CertificateSummary(der: data) == nil, !PKCS12.isForm(of: data) else {
            return []
        }
        return [
            ProfileValidationError(
                payload: type, key: key.name, value: "\(data.count) bytes that are neither", allowed: key.kind.allowed)
        ]
    }

    private static func list(_ values: [Data?], of type: String, _ key: PayloadKey) -> [ProfileValidationError] {
        values.enumerated().filter { $0.element.flatMap(CertificateSummary.init) == nil }.map { index, data in
            let what = data.map { PKCS12.isForm(of: $0) } == true ? "a PKCS#12" : "\(data?.count ?? 0) bytes"
            return ProfileValidationError(
                payload: type, key: "\(key.name)[\(index)]", value: what,
                allowed: "an X.509 certificate without its key")
        }
    }
}

extension ProfileCertificates {
    /// A payload as clients get it: each certificate of the lists a payload of its own.
    ///
    /// Of a type that occurs several times clients of the 17.6 generation read the last one, so a certificate with a key
    /// comes last, and without one a root (<doc:Decision0011>).
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - names: The name of each kind of certificate.
    /// - Returns: The payloads in their order.
    static func payloads(for payload: ProfilePayload, _ names: ProfileWireNames) -> [ProfilePayload] {
        guard payload.type == type else { return [payload] }
        let listed = Usage.allCases.flatMap { usage in
            certificates(of: usage, in: payload).map { data, summary in
                ProfilePayload(
                    type: payload.type,
                    settings: [
                        "PayloadContent": .data(data), "CertificateName": .string(summary.name),
                        "CertificateThumbprint": .string(summary.thumbprint),
                        "CertificateType": .string(names.certificateType(usage)),
                    ])
            }
        }
        guard !listed.isEmpty else { return [own(payload)] }
        return payload.settings["PayloadContent"] == nil ? listed : listed + [own(payload)]
    }

    /// The payload without the lists.
    private static func own(_ payload: ProfilePayload) -> ProfilePayload {
        var payload = payload
        for usage in Usage.allCases { payload.settings[usage.key] = nil }
        return payload
    }

    /// The certificates of a list, read.
    private static func certificates(of usage: Usage, in payload: ProfilePayload) -> [(Data, CertificateSummary)] {
        (payload.settings[usage.key]?.arrayValue ?? []).compactMap { value in
            guard let data = value.dataValue, let summary = CertificateSummary(der: data) else { return nil }
            return (data, summary)
        }
    }

    /// Certificates that stand in a list they probably do not belong to, each a sentence.
    static func warnings(about payload: ProfilePayload) -> [String] {
        guard payload.type == type else { return [] }
        return Usage.allCases.flatMap { usage in
            certificates(of: usage, in: payload).compactMap { _, summary in
                warning(about: summary, as: usage).map { "\(payload.type).\(usage.key): \(summary.name) \($0)" }
            }
        }
    }

    private static func warning(about certificate: CertificateSummary, as usage: Usage) -> String? {
        switch usage {
        case .ssl:
            certificate.isAuthority ? "is the certificate of an authority, which no server presents as its own." : nil
        case .root where !certificate.isSelfIssued: "is not a root: somebody else has issued it."
        case .intermediate where certificate.isSelfIssued: "is not an intermediate: it has issued itself."
        case .root, .intermediate:
            certificate.isAuthority ? nil : "is not the certificate of an authority, so that nothing is trusted by it."
        }
    }
}
