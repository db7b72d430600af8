import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// What an administrator changes of how an app is pushed to; nil leaves it as it is.
struct PushOrder: Sendable {
    let isSupported: Bool?
    let environment: PushEnvironment?

    /// Reads a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        let object = try PushFields.object(json, knowing: ["supportsApns", "environment"])
        switch object.value("supportsApns") {
        case nil: isSupported = nil
        case .bool(let value): isSupported = value
        default: throw ConsoleError(.badRequest, "supportsApns has to be true or false.")
        }
        environment = try PushFields.environment(object)
    }
}

/// A certificate for pushing as it is uploaded.
struct PushUpload: Sendable {
    let certificate: PushCertificate
    /// The server it is for; nil for what it says itself.
    let environment: PushEnvironment?

    /// Reads a JSON object, and opens the certificate in it.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member, or what is wrong with the certificate.
    init(json: Data) throws {
        let object = try PushFields.object(json, knowing: ["certificate", "password", "environment"])
        environment = try PushFields.environment(object)
        let (text, password): (String?, String?)
        do {
            text = try object.text("certificate", maximum: PushCertificateFile.maximumText)
            password = try object.text("password")
        } catch { throw ConsoleError(.badRequest, "The certificate cannot be read: \(error).") }
        guard let text else {
            throw ConsoleError(.badRequest, "certificate is missing: \(PushCertificateFile.textForm).")
        }
        let file = try PushCertificateFile(text: text, password: password)
        guard file.hasKey else {
            throw ConsoleError(
                .badRequest,
                "There is no private key beside the certificate, and nothing is pushed without it: export both together "
                    + "as PKCS#12, in Keychain Access by choosing the key below the certificate, too.")
        }
        certificate = file.certificate
    }
}

/// Members of the JSON objects about pushing.
private enum PushFields {
    static func object(_ json: Data, knowing names: [String]) throws -> JSONObjectReader {
        let object: JSONObjectReader
        do { object = try JSONObjectReader(json) } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
        if let unknown = object.names.first(where: { !names.contains($0) }) {
            throw ConsoleError(
                .badRequest, "\(unknown.prefix(60)) is not known, only \(names.joined(separator: ", ")).")
        }
        return object
    }

    static func environment(_ object: JSONObjectReader) throws -> PushEnvironment? {
        guard let value = object.value("environment") else { return nil }
        guard case .string(let text) = value, let environment = PushEnvironment(rawValue: text.lowercased()) else {
            throw ConsoleError(.badRequest, "environment has to be production or development.")
        }
        return environment
    }
}

/// How an app is pushed to, as `/_mock` shows it (AdminApplications, "Pushing").
struct PushBody: Encodable, Sendable {
    /// One of its certificates; the private key is not kept.
    struct Certificate: Encodable, Sendable {
        /// The server it was uploaded for.
        let environment: String
        let subject: String
        let issuer: String
        /// Bundle identifiers it may push to.
        let topics: [String]
        /// Servers it is for by what it says itself.
        let environments: [String]
        let validFrom: Timestamp
        let validUntil: Timestamp
        let serialNumber: String
        let thumbprint: String
        let uploadedAt: Timestamp
    }

    /// Uuid of the app.
    let application: String
    let bundleId: String
    let version: String
    let supportsApns: Bool
    /// Which of the certificates is used.
    let environment: String
    let certificates: [Certificate]
    /// Whether a device with a push token could be pushed to now.
    let push: PushVerdictBody
    /// What a person should know.
    let warnings: [String]

    /// The body for an app.
    init(_ entry: PushEntry) {
        let (record, settings) = (entry.application, entry.settings)
        application = record.uuid
        bundleId = record.bundleId
        version = record.version
        supportsApns = settings.isSupported
        environment = settings.environment.rawValue
        let found = settings.readCertificates
        certificates = found.map { Certificate($0, for: $1, at: settings.uploads[$1] ?? entry.now) }
        push = PushVerdictBody(settings.verdict(of: record.title, bundle: record.bundleId, at: entry.now))
        warnings =
            found.flatMap { $0.warnings(for: $1, bundle: record.bundleId, at: entry.now) }
            + (found.isEmpty || settings.isSupported ? [] : ["supportsApns is false, so no certificate is used."])
    }
}

extension PushBody.Certificate {
    /// The part of the body for one of the certificates.
    fileprivate init(_ certificate: PushCertificate, for environment: PushEnvironment, at time: Timestamp) {
        self.environment = environment.rawValue
        (subject, issuer) = (certificate.subject, certificate.issuer)
        topics = certificate.topics
        environments = certificate.environments.map(\.rawValue)
        (validFrom, validUntil) = (certificate.validFrom, certificate.validUntil)
        (serialNumber, thumbprint) = (certificate.serialNumber, certificate.thumbprint)
        uploadedAt = time
    }
}
