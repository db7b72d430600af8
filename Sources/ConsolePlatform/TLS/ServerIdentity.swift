package import Foundation
package import NIOSSL
import SwiftASN1
import X509

/// The certificate and key the HTTPS listener shows: the operator's own, or issued by our authority.
package struct ServerIdentity: Sendable {
    /// Days a server certificate we issue is valid; what Apple's platforms accept of a private authority and more.
    static let lifetimeInDays = 397
    /// A certificate with less than this many days left is replaced at start.
    private static let renewalInDays = 30
    /// An authority with less than this many days left is about to end: what clients trust has to be exchanged by hand.
    private static let warningInDays = 90
    /// Cipher suites of TLS 1.2: those with forward secrecy and authenticated encryption, none of CBC.
    ///
    /// Those of TLS 1.3, which all are so, are always offered.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// PEM of the certificate and what stands between it and its root.
    let certificateChainPEM: String
    /// PEM of its key.
    let keyPEM: String
    /// Path of the certificate a client has to trust.
    package let trustAnchorPath: String
    /// Names and addresses the certificate is valid for; empty if they cannot be read.
    ///
    /// A certificate without subject alternative names has its common name here, which curl accepts and Apple's
    /// platforms do not.
    package let names: [String]
    /// When our authority ends; nil for the operator's own files.
    let authorityEnd: Date?

    /// The operator's own files.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` naming the file that cannot be read or does not fit.
    package init(certificateFile: String, keyFile: String, trustAnchorFile: String?) throws {
        let anchor = URL(filePath: trustAnchorFile ?? certificateFile).standardizedFileURL
        self.init(
            certificateChainPEM: try Self.read(certificateFile), keyPEM: try Self.read(keyFile),
            trustAnchorPath: anchor.path(percentEncoded: false))
        try check(certificateFile, keyFile)
    }

    /// The operator's files as they are now; nil if they are what this identity was made of.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` or `notFound`, naming the file that cannot be read or does not fit.
    package func reread(certificateFile: String, keyFile: String) throws -> ServerIdentity? {
        let (chain, key) = (try Self.read(certificateFile), try Self.read(keyFile))
        guard chain != certificateChainPEM || key != keyPEM else { return nil }
        let found = ServerIdentity(certificateChainPEM: chain, keyPEM: key, trustAnchorPath: trustAnchorPath)
        try found.check(certificateFile, keyFile)
        return found
    }

    /// Made of texts that were not checked yet.
    private init(certificateChainPEM: String, keyPEM: String, trustAnchorPath: String) {
        self.certificateChainPEM = certificateChainPEM
        self.keyPEM = keyPEM
        self.trustAnchorPath = trustAnchorPath
        names = Self.names(ofChain: certificateChainPEM)
        authorityEnd = nil
    }

    /// Expects that certificate and key fit together.
    private func check(_ certificateFile: String, _ keyFile: String) throws {
        do {
            _ = try NIOSSLContext(configuration: configuration())
        } catch {
            throw ConsoleError(
                .unavailable, "\(certificateFile) and \(keyFile) are not a PEM certificate and its PEM key.",
                cause: error)
        }
    }

    /// When the certificate ends; nil if it cannot be read.
    package var validUntil: Date? { Self.leaf(ofChain: certificateChainPEM)?.notValidAfter }

    /// What to say at a time of an authority of ours that is about to end or has ended; nil if there is nothing to say.
    package func authorityWarning(now: Date) -> String? {
        guard let authorityEnd, authorityEnd < now.addingTimeInterval(Double(Self.warningInDays) * 86400) else {
            return nil
        }
        let verb = authorityEnd > now ? "ends" : "ended"
        return """
            The console's certificate authority (\(trustAnchorPath)) \(verb) at \(Timestamp(authorityEnd)), and every \
            server certificate with it. Remove ca.pem and ca-key.pem from the data folder, start again, and have clients \
            trust the new ca.pem
            """
    }

    /// Our authority's certificate for these names, from the data folder, issued anew if it is missing, about to
    /// expire, dated beyond its authority, or made for other names.
    package init(folder: DataFolder, names: ServerNames, now: Date, random: RandomSource) throws {
        let authority = try Self.authority(in: folder, now: now, random: random)
        trustAnchorPath = folder.file("ca.pem")
        authorityEnd = authority.certificate.notValidAfter
        self.names = names.hosts + names.addresses
        if let known = Self.stored(in: folder, names: names, authority: authority, now: now) {
            (certificateChainPEM, keyPEM) = known
            return
        }
        let issued = try authority.issueServerCertificate(
            names: names, lifetimeInDays: Self.lifetimeInDays, now: now, random: random)
        certificateChainPEM = try issued.certificate.serializeAsPEM().pemString + "\n"
        keyPEM = try issued.key.serializeAsPEM().pemString + "\n"
        try folder.writeSecret(Data(keyPEM.utf8), to: "server-key.pem")
        try DataFolder.write(Data(certificateChainPEM.utf8), to: folder.file("server.pem"), permissions: 0o644)
    }

    /// What the TLS listener is set up with.
    package func configuration() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificateChainPEM.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.suites
        return configuration
    }

    /// Names and addresses of the certificate in a file; none if it cannot be read.
    package static func names(inFile path: String) -> [String] {
        FileManager.default.contents(atPath: path).map { names(ofChain: String(decoding: $0, as: UTF8.self)) } ?? []
    }

    /// The names of the first certificate of a chain.
    private static func names(ofChain pem: String) -> [String] {
        guard let certificate = leaf(ofChain: pem), let names = try? ServerNames(of: certificate) else { return [] }
        let all = names.hosts + names.addresses
        return all.isEmpty ? [commonName(of: certificate)].compactMap { $0 } : all
    }

    /// The first certificate of a chain.
    private static func leaf(ofChain pem: String) -> Certificate? {
        (try? NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)).first).flatMap {
            try? Certificate(derEncoded: $0.toDERBytes())
        }
    }

    private static func commonName(of certificate: Certificate) -> String? {
        let attributes = certificate.subject.flatMap { Array($0) }
        let found = attributes.last { $0.type == .RDNAttributeType.commonName }.map { "\($0.value)".lowercased() }
        // Other common names are what people call the certificate.
        return found.flatMap { name in
            name.contains(".") && !name.contains { $0.isWhitespace || $0 == "/" } ? name : nil
        }
    }

    private static func authority(in folder: DataFolder, now: Date, random: RandomSource) throws -> CertificateAuthority
    {
        let manager = FileManager.default
        if let certificate = manager.contents(atPath: folder.file("ca.pem")),
            let key = manager.contents(atPath: folder.file("ca-key.pem"))
        {
            do {
                return try CertificateAuthority(
                    certificatePEM: String(decoding: certificate, as: UTF8.self),
                    keyPEM: String(decoding: key, as: UTF8.self))
            } catch {
                throw ConsoleError(
                    .unavailable,
                    "\(folder.file("ca.pem")) and ca-key.pem are not a certificate and its key. Remove both to have new ones made.",
                    cause: error)
            }
        }
        let name = "MockUEM CA \(RandomSource.hex(random.bytes(4)))"
        let authority = try CertificateAuthority(name: name, now: now, random: random)
        try folder.writeSecret(Data((authority.key.serializeAsPEM().pemString + "\n").utf8), to: "ca-key.pem")
        let certificate = try authority.certificate.serializeAsPEM().pemString + "\n"
        try DataFolder.write(Data(certificate.utf8), to: folder.file("ca.pem"), permissions: 0o644)
        return authority
    }

    private static func stored(
        in folder: DataFolder, names: ServerNames, authority: CertificateAuthority, now: Date
    ) -> (String, String)? {
        let manager = FileManager.default
        guard let certificate = manager.contents(atPath: folder.file("server.pem")),
            let key = manager.contents(atPath: folder.file("server-key.pem")),
            let parsed = try? Certificate(pemEncoded: String(decoding: certificate, as: UTF8.self)),
            let privateKey = try? Certificate.PrivateKey(pemEncoded: String(decoding: key, as: UTF8.self)),
            privateKey.publicKey == parsed.publicKey,
            authority.certificate.publicKey.isValidSignature(parsed.signature, for: parsed),
            let storedNames = try? ServerNames(of: parsed), storedNames == names,
            isFresh(parsed, of: authority, now: now)
        else { return nil }
        return (String(decoding: certificate, as: UTF8.self), String(decoding: key, as: UTF8.self))
    }

    /// Whether a certificate lies within the time of its authority and need not be renewed; one that ends with its
    /// authority cannot be.
    private static func isFresh(_ certificate: Certificate, of authority: CertificateAuthority, now: Date) -> Bool {
        let end = authority.certificate.notValidAfter
        let isLong = certificate.notValidAfter > now.addingTimeInterval(Double(renewalInDays) * 86400)
        return (isLong && certificate.notValidAfter <= end || certificate.notValidAfter == end && end > now)
            && certificate.notValidBefore < now && certificate.notValidBefore >= authority.certificate.notValidBefore
    }

    private static func read(_ file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw TextFile.problem(file, called: "file")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
