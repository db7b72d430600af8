package import Foundation
import SwiftASN1
import X509

/// A certificate for pushing as people have it: PKCS#12 with a password, PEM, or DER.
///
/// The private key is read to see that it is there and fits, and not kept (<doc:Decision0014>).
package struct PushCertificateFile: Sendable {
    /// The most bytes of a file.
    package static let maximumBytes = 64 * 1024
    /// The most characters of a text with one.
    package static let maximumText = 100_000
    /// What is accepted.
    package static let form = "PKCS#12 with its password, or PEM with certificate and private key"
    /// What is accepted in a text.
    package static let textForm = "PEM, or PKCS#12 in base64"

    /// The certificate of the key; without one, the one that issued none of the others.
    package let certificate: PushCertificate
    /// Whether its key lay beside it.
    package let hasKey: Bool

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - data: All of it.
    ///   - password: What it is locked with; nil for nothing.
    /// - Throws: ``ConsoleError`` `badRequest` with what is wrong.
    package init(_ data: Data, password: String?) throws {
        guard !data.isEmpty, data.count <= Self.maximumBytes else {
            throw ConsoleError(
                .badRequest,
                data.isEmpty
                    ? "The certificate is empty; it has to be \(Self.form)."
                    : "The certificate has \(data.count) bytes; at most \(Self.maximumBytes) are read.")
        }
        let content = try Content(data, password: password)
        let found = try content.certificates.map { try PushCertificate(der: $0) }
        guard !found.isEmpty else {
            throw ConsoleError(.badRequest, "\(content.name) has no certificate.")
        }
        guard !content.keys.isEmpty else {
            hasKey = false
            certificate = try Self.leaf(of: found)
            return
        }
        guard let match = found.first(where: { content.keys.contains($0.publicKey) }) else {
            throw ConsoleError(
                .badRequest, "\(content.name) has a private key that belongs to none of its certificates.")
        }
        (certificate, hasKey) = (match, true)
    }

    /// Reads a file that stands in a text: PEM, or anything else in base64.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with what is wrong.
    package init(text: String, password: String?) throws {
        if text.contains("-----BEGIN ") {
            try self.init(Data(text.utf8), password: password)
            return
        }
        guard let data = Data(base64Encoded: Data(text.utf8.filter { $0 > 0x20 })) else {
            throw ConsoleError(.badRequest, "The certificate is neither PEM nor base64.")
        }
        try self.init(data, password: password)
    }

    private static func leaf(of certificates: [PushCertificate]) throws -> PushCertificate {
        let read = try certificates.map { try ReadCertificate(der: $0.der, name: "The certificate") }
        let index = read.firstIndex { candidate in !read.contains(where: candidate.issued) }
        return certificates[index ?? 0]
    }
}

/// Certificates and keys of a file, whatever its form.
private struct Content {
    /// What the file is called in a refusal.
    let name: String
    /// In DER.
    private(set) var certificates: [Data] = []
    /// The public halves of its private keys.
    private(set) var keys: [Certificate.PublicKey] = []
    /// Rounds that locked keys of the PEM have taken so far.
    private var spent = 0

    init(_ data: Data, password: String?) throws {
        if let blocks = try PEMBlock.blocks(of: data) {
            name = "The PEM"
            guard blocks.count <= CertificateFile.maximumCertificates else {
                throw ConsoleError(
                    .badRequest,
                    "The PEM has \(blocks.count) blocks; at most \(CertificateFile.maximumCertificates) are read.")
            }
            for block in blocks { try read(block, password) }
        } else if PKCS12.isForm(of: data) {
            name = "The PKCS#12"
            let file = try Self.opened("PKCS#12", password) { try PKCS12File(data, password: $0) }
            certificates = file.certificates
            keys = try file.keys.map { try Self.key("PRIVATE KEY", $0) }
        } else if CertificateSummary(der: data) != nil {
            name = "The file"
            certificates = [data]
        } else {
            throw ConsoleError(.badRequest, "The file is no certificate; it has to be \(PushCertificateFile.form).")
        }
    }

    private mutating func read(_ block: PEMBlock, _ password: String?) throws {
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE": certificates.append(block.bytes)
        case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY":
            guard !block.bytes.isEmpty else {
                throw ConsoleError(
                    .badRequest,
                    "The private key is locked in an old form of PEM; send PKCS#12, or convert it by \"openssl pkcs8 "
                        + "-topk8\".")
            }
            keys.append(try Self.key(block.label, block.bytes))
        case "ENCRYPTED PRIVATE KEY":
            let key = try Self.opened("private key", password) { password in
                let node = try DER.parse(Array(block.bytes))
                return try PKCS12File.unlocked(node, PKCS12Password(password), spending: &spent)
            }
            keys.append(try Self.key("PRIVATE KEY", Data(key)))
        default:
            throw ConsoleError(.badRequest, "The PEM holds \"\(block.label)\"; send certificate and private key only.")
        }
    }

    /// The public half of a private key.
    private static func key(_ label: String, _ der: Data) throws -> Certificate.PublicKey {
        do {
            let document = PEMDocument(type: label, derBytes: Array(der))
            return try Certificate.PrivateKey(pemDocument: document).publicKey
        } catch {
            throw ConsoleError(
                .badRequest,
                "The private key cannot be read: it has to be RSA of at least 2048 bits, or of a known curve.",
                cause: error)
        }
    }

    /// What a password opens, with a sentence for people if it does not.
    private static func opened<Value>(
        _ what: String, _ password: String?, _ body: (_ password: String) throws -> Value
    ) throws -> Value {
        do {
            return try body(password ?? "")
        } catch PasswordLockError.wrongPassword {
            throw ConsoleError(
                .badRequest,
                password == nil
                    ? "The \(what) is locked with a password; send it beside the certificate."
                    : "The password does not open the \(what).")
        } catch PasswordLockError.unknown(let algorithm) {
            throw ConsoleError(
                .badRequest,
                "The \(what) is locked with something that is not known here (\(algorithm)); export it anew with a "
                    + "password and AES or triple DES.")
        } catch PasswordLockError.tooManyRounds {
            throw ConsoleError(
                .badRequest,
                "The \(what) asks for more than \(PasswordLock.maximumRounds) rounds of its password.")
        } catch {
            throw ConsoleError(.badRequest, "The \(what) is damaged: it cannot be read.", cause: error)
        }
    }
}
