package import Foundation
import SwiftASN1
import X509

/// Certificates as people upload them: one as DER, or any number as PEM.
package struct CertificateFile: Sendable {
    /// The most certificates of a file.
    package static let maximumCertificates = 20

    /// The certificates, in the order of the file.
    package let certificates: [ReadCertificate]

    /// Reads a file; text around the blocks of PEM is passed over.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - name: What to call it in a refusal.
    /// - Throws: ``ConsoleError`` `badRequest` if there is anything in it that is no certificate, saying what it is.
    package init(_ data: Data, name: String = "The body") throws {
        guard !data.isEmpty else {
            throw ConsoleError(.badRequest, "\(name) is empty; it has to be a certificate, as PEM or DER.")
        }
        guard let blocks = try PEMBlock.blocks(of: data) else {
            certificates = [try ReadCertificate(der: data, name: name)]
            return
        }
        guard blocks.count <= Self.maximumCertificates else {
            throw ConsoleError(
                .badRequest, "The PEM has \(blocks.count) blocks; at most \(Self.maximumCertificates) are read.")
        }
        certificates = try blocks.enumerated().map { index, block in
            let name = blocks.count == 1 ? "The PEM" : "Block \(index + 1) of the PEM"
            guard ["CERTIFICATE", "X509 CERTIFICATE"].contains(block.label) else {
                throw ConsoleError(.badRequest, "\(name) holds \"\(block.label)\"; send nothing but \"CERTIFICATE\".")
            }
            return try ReadCertificate(der: block.bytes, name: name)
        }
    }

    /// The certificates that did not issue another one of the file: those that servers show first.
    package var leaves: [ReadCertificate] {
        certificates.filter { certificate in !certificates.contains(where: certificate.issued) }
    }
}

/// What a console wants to know of a certificate.
package struct ReadCertificate: Sendable {
    /// Whom it is for, such as `CN=uem.example.test`.
    package let subject: String
    /// Who issued it, written as the subject is.
    package let issuer: String
    /// SHA-1 of its bytes, in capital hexadecimal digits.
    package let thumbprint: String
    /// The host names it is valid for, lower case; one may begin with `*.`.
    package let hosts: [String]
    /// When it begins to be valid.
    package let validFrom: Timestamp
    /// Until when it is valid.
    package let validUntil: Timestamp
    /// The public key as clients compare it, in hexadecimal: PKCS#1 `RSAPublicKey`, or the point of an elliptic curve.
    package let publicKey: String
    private let certificate: Certificate

    /// Reads a certificate.
    ///
    /// - Parameters:
    ///   - der: All of its bytes.
    ///   - name: What to call it in a refusal.
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(der: Data, name: String) throws {
        do {
            certificate = try Certificate(derEncoded: Array(der))
        } catch let error as CertificateError where error.code == .unsupportedPublicKeyAlgorithm {
            throw ConsoleError(.badRequest, "\(name) has a public key that is neither RSA nor of a known curve.")
        } catch {
            throw ConsoleError(
                .badRequest,
                "\(name) is no certificate: it is neither PEM nor the DER of an X.509 certificate with an RSA key of at "
                    + "least 2048 bits or a key of a known curve.", cause: error)
        }
        (subject, issuer) = ("\(certificate.subject)", "\(certificate.issuer)")
        thumbprint = CertificateSummary.thumbprint(of: der)
        validFrom = Timestamp(certificate.notValidBefore)
        validUntil = Timestamp(certificate.notValidAfter)
        publicKey = RandomSource.hex(Array(certificate.publicKey.subjectPublicKeyInfoBytes))
        // Names that cannot be read are as good as none.
        hosts = ((try? ServerNames(of: certificate))?.hosts ?? []).map { $0.lowercased() }
    }

    /// Whether it issued another certificate.
    func issued(_ other: ReadCertificate) -> Bool {
        guard other.certificate.issuer == certificate.subject, other.publicKey != publicKey else { return false }
        return certificate.publicKey.isValidSignature(other.certificate.signature, for: other.certificate)
    }
}

/// What stands between `BEGIN` and `END` in PEM.
struct PEMBlock {
    let label: String
    let bytes: Data

    /// The blocks of a text; nil if it has none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if one does not end or is not base64.
    static func blocks(of data: Data) throws -> [PEMBlock]? {
        let begin = "-----BEGIN "
        guard data.range(of: Data(begin.utf8)) != nil, let text = String(data: data, encoding: .utf8) else {
            return nil
        }
        var blocks: [PEMBlock] = []
        var open: (label: String, base64: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix(begin), line.hasSuffix("-----"), open == nil {
                open = (String(line.dropFirst(begin.count).dropLast(5)), "")
            } else if let block = open, line == "-----END \(block.label)-----" {
                blocks.append(try PEMBlock(block.label, block.base64, number: blocks.count + 1))
                open = nil
            } else {
                open?.base64 += line
            }
        }
        guard open == nil else {
            throw ConsoleError(.badRequest, "Block \(blocks.count + 1) of the PEM has no END.")
        }
        return blocks.isEmpty ? nil : blocks
    }

    private init(_ label: String, _ base64: String, number: Int) throws {
        // Blocks with headers, such as those of encrypted keys, are named by what they are.
        guard let bytes = Data(base64Encoded: base64) ?? (label.hasSuffix("CERTIFICATE") ? nil : Data()) else {
            throw ConsoleError(.badRequest, "Block \(number) of the PEM is not base64.")
        }
        self.label = String(label.prefix(60))
        self.bytes = bytes
    }
}
