import ConsoleModel
import ConsolePlatform
import Foundation

/// Certificates whose public keys are to be pinned, and the hosts that show them (AdminAPI, "SSL pinning").
struct SSLPinUpload: Sendable {
    /// A certificate and the hosts its key is pinned for.
    struct Pinned: Sendable {
        let certificate: ReadCertificate
        /// Lower case; a client takes each with everything below it.
        let hosts: [String]
    }

    /// The most hosts one certificate is pinned for.
    static let maximumHosts = 100

    /// The pins.
    let pinned: [Pinned]
    /// Certificates that only issued others of the file: clients compare what servers show first.
    let issuers: [ReadCertificate]

    /// The pins to make from a file.
    ///
    /// - Parameters:
    ///   - file: The certificates.
    ///   - host: The host that shows them; nil for those that each certificate names itself.
    /// - Throws: ``ConsoleError`` `badRequest` for a host that is none, and for a certificate that names none.
    init(_ file: CertificateFile, for host: String?) throws {
        if let host, !GroupSettingText.domain.accepts(host) {
            throw ConsoleError(
                .badRequest, "host is \"\(host.prefix(80))\"; it has to be a host such as uem.example.test.")
        }
        let leaves = file.leaves
        issuers = file.certificates.filter { certificate in
            !leaves.contains { $0.publicKey == certificate.publicKey }
        }
        pinned = try leaves.map { certificate in
            Pinned(
                certificate: certificate, hosts: try host.map { [$0.lowercased()] } ?? Self.hosts(of: certificate))
        }
        guard let text = texts.first(where: { !GroupSettingText.pin.accepts($0) }) else { return }
        throw ConsoleError(.badRequest, "\"\(text.prefix(80))…\" cannot be pinned: the key is too long.")
    }

    /// The pins, as the setting lists them.
    var texts: [String] {
        pinned.flatMap { pinned in pinned.hosts.map { "\($0)=\(pinned.certificate.publicKey)" } }
    }

    /// The hosts a certificate names; a wildcard stands for the domain it is in, which covers more to a client.
    private static func hosts(of certificate: ReadCertificate) throws -> [String] {
        var hosts: [String] = []
        for name in certificate.hosts {
            let host = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
            if GroupSettingText.domain.accepts(host), !hosts.contains(host) { hosts.append(host) }
        }
        guard (1...maximumHosts).contains(hosts.count) else {
            let number = hosts.isEmpty ? "no host" : "\(hosts.count) hosts"
            throw ConsoleError(
                .badRequest,
                "The certificate of \(certificate.subject.prefix(200)) names \(number); say host in the query.")
        }
        return hosts
    }

    /// Warnings for people: certificates that are not valid now, and hosts that they are not for.
    func warnings(at now: Timestamp) -> [String] {
        pinned.flatMap { pinned in
            let (certificate, subject) = (pinned.certificate, pinned.certificate.subject.prefix(200))
            var warnings: [String] = []
            if certificate.validUntil < now {
                warnings.append("The certificate of \(subject) expired at \(certificate.validUntil).")
            }
            if certificate.validFrom > now {
                warnings.append("The certificate of \(subject) is not valid before \(certificate.validFrom).")
            }
            for host in pinned.hosts where !Self.covers(certificate.hosts, host) {
                warnings.append("The certificate of \(subject) does not name \(host).")
            }
            return warnings
        }
    }

    /// Whether one of the names of a certificate is a host or a domain it is in; one without names is for any.
    private static func covers(_ names: [String], _ host: String) -> Bool {
        names.isEmpty
            || names.contains { name in
                let base = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
                return base == host || name != base && host.hasSuffix(".\(base)") || base.hasSuffix(".\(host)")
            }
    }
}
