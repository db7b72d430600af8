import ConsolePlatform
import DeviceProtocol
import Foundation

/// A sign-in that an app has begun: which app, and the address where it ends (DeviceServices, section 7.4).
struct SAMLRequest: Codable, Hashable, Sendable {
    /// Seconds from the probe until the user has to be done.
    static let lifetime: Int64 = 600

    /// Id of the group the device enrolls into.
    let groupID: Int64
    let device: DeviceIdentifier
    let bundle: BundleIdentifier
    let returnAddress: SAMLReturnAddress
    let expiresAt: Timestamp
}

/// Where a sign-in returns to: the URL scheme of an app.
struct SAMLReturnAddress: Codable, Hashable, Sendable {
    /// The scheme, as the app writes it.
    let scheme: String

    /// Takes `{scheme}://SAMLAuthentication?`, the host in any letter case; nil for anything else, and for the schemes of
    /// browsers and systems, to which no token may go.
    init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound]
        var rest = text[separator.upperBound...]
        if rest.hasSuffix("?") { rest.removeLast() }
        guard rest.lowercased() == "samlauthentication", Self.isScheme(scheme) else { return nil }
        self.scheme = String(scheme)
    }

    /// The URL that ends the sign-in.
    func url(token: String) -> String { "\(scheme)://SAMLAuthentication?token=\(token)" }

    fileprivate static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (1...64).contains(text.utf8.count), isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
            && !KnownSchemes.contains(text.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// To which apps sign-ins may return (Configuration, "Credentials and passwords").
package struct SAMLRules: Sendable {
    /// Schemes in lower case.
    private let schemes: Set<String>
    private let takesUnlisted: Bool

    /// Made of what the configuration says.
    ///
    /// - Parameters:
    ///   - returnSchemes: The schemes, without a colon.
    ///   - takesUnlisted: Whether an empty list means any scheme that is an app's own, or none.
    package init(returnSchemes: [String], takesUnlisted: Bool) {
        schemes = Set(returnSchemes.map { $0.lowercased() })
        self.takesUnlisted = takesUnlisted && schemes.isEmpty
    }

    /// Whether a text is a scheme of an app's own.
    package static func isScheme(_ text: String) -> Bool { SAMLReturnAddress.isScheme(Substring(text)) }

    /// Whether a sign-in may return to an app.
    func admits(_ address: SAMLReturnAddress) -> Bool {
        takesUnlisted || schemes.contains(address.scheme.lowercased())
    }
}

/// Seals sign-ins into a text that travels through the browser, so that nobody can make or change one.
struct SAMLRequestSealing: Sendable {
    private static let context = "saml/request"

    let secrets: SecretBox
    let clock: ConsoleClock

    /// The text for a sign-in: letters, digits, hyphens and underscores.
    func seal(_ request: SAMLRequest) throws -> String {
        let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        return try secrets.seal(json, context: Self.context).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The sign-in a text was made for.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence for the user, if it was not made here or is too old.
    func open(_ text: String?) throws -> SAMLRequest {
        guard let text, text.utf8.count <= 4096, let request = try? read(text) else {
            throw ConsoleError(
                .badRequest, "This address does not belong to a sign-in. Go back to the app and begin again.")
        }
        guard request.expiresAt > clock.now(in: request.groupID) else {
            throw ConsoleError(.badRequest, "This sign-in has taken too long. Go back to the app and begin again.")
        }
        return request
    }

    private func read(_ text: String) throws -> SAMLRequest? {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        // One text for one sign-in: bits the last digit has to spare must be as they were sealed.
        guard let sealed = Data(base64Encoded: base64 + padding), sealed.base64EncodedString() == base64 + padding
        else { return nil }
        return try JSONDecoder().decode(
            SAMLRequest.self, from: Data(try secrets.open(sealed, context: Self.context).utf8))
    }
}
