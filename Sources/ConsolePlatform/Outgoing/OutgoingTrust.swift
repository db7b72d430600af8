import Foundation
import NIOSSL

/// Certificates that servers may come from beside the authorities this system trusts (Security, "Targets").
package struct OutgoingTrust: Sendable {
    /// None by default.
    let certificates: [NIOSSLCertificate]

    /// What this system trusts, and nothing else.
    package init() { certificates = [] }

    /// The certificates of a PEM file.
    ///
    /// - Parameter file: Path; what else stands in the file is not looked at.
    /// - Throws: ``OutgoingRefusal`` if it cannot be read, or has none.
    package init(file: String) throws(OutgoingRefusal) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw OutgoingRefusal("the file \(file) cannot be read")
        }
        guard let found = try? NIOSSLCertificate.fromPEMBytes(Array(data)), !found.isEmpty else {
            throw OutgoingRefusal("the file \(file) has no certificate in the form PEM")
        }
        certificates = found
    }

    /// What connections are set up with; nil for the default.
    var configuration: TLSConfiguration? {
        if certificates.isEmpty { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.additionalTrustRoots = [.certificates(certificates)]
        return configuration
    }
}
