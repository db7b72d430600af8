import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Yams

/// How apps are pushed to, in environment files (EnvironmentFile, "Applications").
///
/// Files that are exported have certificates without their keys, which the console does not keep.
enum EnvironmentPush {
    private static let certificateText = JSONSchema.type("string")
        .with("maxLength", .number("\(PushCertificateFile.maximumText)"))
        .described("A certificate: \(PushCertificateFile.textForm).")

    /// What the schema says of it.
    static let schema = JSONSchema.object([
        ("supportsApns", JSONSchema.bool.defaulting(to: .bool(true))),
        (
            "environment",
            .word(PushEnvironment.allCases.map(\.rawValue))
                .defaulting(to: .string(PushEnvironment.production.rawValue))
        ),
        (
            "certificates",
            .object(PushEnvironment.allCases.map { ($0.rawValue, JSONSchema.defined("pushCertificate")) })
        ),
    ])

    /// What the schema says of a certificate.
    static let certificateSchema = JSONSchema.any(of: [
        certificateText,
        .object(
            [("certificate", certificateText), ("password", .text(0...JSONObjectReader.maximumLength))],
            required: ["certificate"]),
    ])

    /// Reads it.
    static func read(_ node: EnvironmentNode?) -> PushSettings {
        var settings = PushSettings()
        guard let node, let mapping = node.mapping(["supportsApns", "environment", "certificates"]) else {
            return settings
        }
        settings.isSupported = mapping["supportsApns"]?.bool ?? (mapping["supportsApns"] == nil)
        let word = mapping["environment"]?.choice(PushEnvironment.allCases.map(\.rawValue))
        settings.environment = word.flatMap { PushEnvironment(rawValue: $0) } ?? .production
        guard let certificates = mapping["certificates"]?.mapping(PushEnvironment.allCases.map(\.rawValue)) else {
            return settings
        }
        for environment in PushEnvironment.allCases {
            guard let node = certificates[environment.rawValue] else { continue }
            settings.certificates[environment] = certificate(node)
        }
        return settings
    }

    private static func certificate(_ node: EnvironmentNode) -> Data? {
        var (text, password): (EnvironmentNode?, String?) = (node, nil)
        if node.isMapping {
            guard let mapping = node.mapping(["certificate", "password"]) else { return nil }
            text = mapping.required("certificate")
            password = mapping["password"]?.text(0...JSONObjectReader.maximumLength)
        }
        guard let text, let value = text.text(1...PushCertificateFile.maximumText) else { return nil }
        do {
            return try PushCertificateFile(text: value, password: password).certificate.der
        } catch {
            let reason = (error as? ConsoleError)?.message ?? "it is no certificate"
            text.complain("cannot be taken: \(reason)")
            return nil
        }
    }

    /// How it is written; nil for an app that says nothing.
    static func node(_ settings: PushSettings) -> Node? {
        guard !settings.isEmpty else { return nil }
        return YAMLMapping {
            $0.add("supportsApns", YAMLWriting.bool(settings.isSupported))
            $0.add("environment", YAMLWriting.text(settings.environment.rawValue))
            let certificates = YAMLMapping { mapping in
                for (certificate, environment) in settings.readCertificates {
                    mapping.add(
                        environment.rawValue, .scalar(Node.Scalar(certificate.pem, Tag(.str), .literal)))
                }
            }
            if !certificates.isEmpty { $0.add("certificates", certificates.node) }
        }.node
    }
}

extension EnvironmentImportRun {
    /// Stores how an app is pushed to; certificates that stay keep the time of their upload.
    func importPush(
        _ settings: PushSettings, knowing known: PushSettings, of application: EnvironmentApplication, _ id: Int64
    ) throws {
        var settings = settings
        for (environment, der) in settings.certificates {
            settings.uploads[environment] = known.certificates[environment] == der ? known.uploads[environment] : now
        }
        try settings.save(of: id, at: now, in: transaction)
        for (certificate, environment) in settings.readCertificates {
            for warning in certificate.warnings(for: environment, bundle: application.bundleId, at: now) {
                warn("\(application.title): \(warning)")
            }
        }
    }
}
