import Foundation
import NIOCore
import SwiftASN1
import X509

/// The names and addresses a server certificate is valid for.
package struct ServerNames: Hashable, Sendable {
    /// Host names, lower case; a leading `*.` is a wildcard.
    let hosts: [String]
    /// IPv4 and IPv6 addresses in their usual text forms.
    let addresses: [String]

    /// All of them.
    package var all: [String] { hosts + addresses }

    /// Sorts texts into names and addresses, without repetitions.
    init(_ texts: [String]) {
        var hosts: [String] = []
        var addresses: [String] = []
        for text in texts where !text.isEmpty {
            if let bytes = Self.bytes(ofAddress: text) {
                let address = Self.text(ofAddress: bytes) ?? text
                if !addresses.contains(address) { addresses.append(address) }
            } else {
                let host = text.lowercased()
                if !hosts.contains(host) { hosts.append(host) }
            }
        }
        self.hosts = hosts
        self.addresses = addresses
    }

    /// What every console answers to: localhost and names below it, both loopback addresses, this machine's name, and more
    /// of one's own.
    ///
    /// Some clients take no wildcard that stands so high as `*.localhost`, so there is a lower one.
    package static func standard(adding more: [String]) -> ServerNames {
        let machine = ProcessInfo.processInfo.hostName
        return ServerNames(["localhost", "127.0.0.1", "::1", machine, "*.localhost", "*.sandbox.localhost"] + more)
    }

    /// The subject alternative names of a certificate.
    init(of certificate: Certificate) throws {
        var texts: [String] = []
        for name in try certificate.extensions.subjectAlternativeNames ?? SubjectAlternativeNames() {
            switch name {
            case .dnsName(let host): texts.append(host)
            case .ipAddress(let address):
                if let text = Self.text(ofAddress: Array(address.bytes)) { texts.append(text) }
            default: continue
            }
        }
        self.init(texts)
    }

    /// The names as a certificate carries them.
    var generalNames: [GeneralName] {
        hosts.map { GeneralName.dnsName($0) }
            + addresses.compactMap { text in
                Self.bytes(ofAddress: text).map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
            }
    }

    private static func bytes(ofAddress text: String) -> [UInt8]? {
        switch try? SocketAddress(ipAddress: text, port: 0) {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        default: nil
        }
    }

    private static func text(ofAddress bytes: [UInt8]) -> String? {
        try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    }
}
