import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// Explains signatures that did not match, or could not be read (Why, "Wrong signatures").
struct SignatureExplainer: Sendable {
    /// Credentials of the device, and of others, whose keys are tried.
    private static let limit = 16

    let credentials: CredentialStore
    let rules: WhyRules

    /// Adds what is known of the signature of a request, and what the client has signed.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - subtree: Whose credentials may be tried.
    ///   - explanation: What it is added to.
    /// - Throws: What the database throws.
    func explain(_ entry: JournalEntry, in subtree: Subtree, _ explanation: inout Explanation) async throws {
        let request = entry.original ?? entry.request
        guard let sent = SentSignature(request.head.headerFields) else { return explainNone(request, &explanation) }
        let body = Self.body(of: request)
        if body == nil {
            explanation.limits.append(
                "The body is not all there (\(Self.lack(of: request))), so that its digest is not known.")
        }
        let algorithm = sent.named ?? .hmacSHA256
        let parts = Self.parts(of: request, body, algorithm)
        explanation.signature = SignatureEvidence(
            serverSigned: body == nil ? nil : parts.text, device: sent.deviceText, authenticationGroup: sent.group,
            algorithm: algorithm.rawValue, form: sent.description,
            date: parts["date"].isEmpty ? nil : parts["date"])
        explainForm(sent, &explanation)
        guard let fitting = sent.fitting else { return }
        let suspects = try await suspects(sent, in: subtree)
        let known = Self.parts(of: request, body, fitting)
        let inquiry = SignatureInquiry(
            sent: sent, algorithm: fitting, parts: known, suspects: suspects,
            candidates: (body.map { SignatureCandidate.ofBody($0, fitting) } ?? [])
                + SignatureCandidate.ofHead(
                    known, authorities: rules.authorities, scheme: entry.connection.scheme,
                    arrivedAt: entry.arrivedAt.date))
        conclude(inquiry.run(), of: entry, &explanation)
    }

    private static func parts(of request: JournalRequest, _ body: Data?, _ algorithm: SignatureAlgorithm) -> SignedParts
    {
        let digest = body.flatMap { $0.isEmpty ? nil : algorithm.digest(of: $0).base64EncodedString() }
        return SignedParts(request.head, digest: digest ?? "")
    }

    /// The whole body; nil if it is not all there.
    private static func body(of request: JournalRequest) -> Data? {
        guard !request.body.isTruncated, !request.isRedacted, !request.isUnread else { return nil }
        return Data(request.body.bytes.readableBytesView)
    }

    private static func lack(of request: JournalRequest) -> String {
        if request.isUnread { return "it was refused before it was read" }
        return request.body.isTruncated
            ? "the journal keeps \(request.body.bytes.readableBytes) of its \(request.body.byteCount) bytes"
            : "its secrets were kept in memory only, and the console was started since"
    }

    // MARK: What can be told by looking

    private func explainNone(_ request: JournalRequest, _ explanation: inout Explanation) {
        let sent = request.head.headerFields[.authorization] ?? ""
        if sent.allSatisfy(\.isWhitespace) {
            explanation.suspect("authorizationMissing", "There is no AUTHORIZATION header, or an empty one.")
        } else if sent.lowercased().hasPrefix("basic") {
            explanation.suspect(
                "basic", "Basic credentials were sent; device services take a signature or a bearer token.",
                "Log in, and sign with AWHMACKey or send AccessToken.")
        } else {
            explanation.suspect(
                "authorizationForm", "AUTHORIZATION has no colon between a device identifier and a signature.",
                "Send {uid}:{signature}, without a scheme word.")
        }
    }

    /// What is wrong with the form, whatever was signed.
    private func explainForm(_ sent: SentSignature, _ explanation: inout Explanation) {
        func suspect(_ cause: String, _ sentence: String, _ remedy: String) {
            explanation.suspect(cause, sentence, remedy, isProven: true)
        }
        if sent.group?.isEmpty != false {
            suspect(
                "groupMissing", "The header aw-auth-group-id is missing.",
                "Send the authentication group of the credential: the bundle identifier, or the common group.")
        }
        if sent.named == nil {
            suspect(
                "algorithm", "AW-AUTH-SIGNATURE-METHOD names an algorithm that nobody knows.",
                "It is HMAC-SHA256 or HMAC-SHA1.")
        }
        if sent.device == nil {
            let hasScheme = sent.deviceText.contains(" ")
            suspect(
                hasScheme ? "schemeWord" : "deviceForm",
                hasScheme
                    ? "AUTHORIZATION begins with a scheme word."
                    : "AUTHORIZATION does not begin with a device identifier.",
                "Send {uid}:{signature}, without a scheme word.")
        }
        switch sent.form {
        case .base64: break
        case .hex:
            suspect(
                "encoding", "The signature is hexadecimal, not base64.", "Send the base64 of the bytes of the HMAC.")
        case .base64URL, .unpaddedBase64:
            suspect("encoding", "The signature is \(sent.description).", "Send it in standard base64 with padding.")
        case .unreadable:
            suspect("encoding", "The signature is \(sent.description).", "Send the base64 of the bytes of the HMAC.")
        }
        if let named = sent.named, !sent.bytes.isEmpty, sent.bytes.count != named.byteCount {
            let other = sent.fitting.map { ", as those of \($0.rawValue) are" } ?? ""
            suspect(
                "algorithm",
                "The signature has \(sent.bytes.count) bytes\(other), but the request says \(named.rawValue).",
                "Make AW-AUTH-SIGNATURE-METHOD say the algorithm that is used.")
        }
    }

    // MARK: Keys

    /// Keys, the one that would have been right first.
    private func suspects(_ sent: SentSignature, in subtree: Subtree) async throws -> [SignatureInquiry.Suspect] {
        guard let device = sent.device else { return [] }
        let group = sent.group ?? ""
        let own = try await credentials.suspects(of: device, in: subtree, limit: Self.limit)
        // Several if several customers know the device.
        let right = own.filter { $0.endedReason == nil && $0.authenticationGroup.lowercased() == group.lowercased() }
        let tokens = Set(right.map(\.token))
        var suspects = right.map { SignatureInquiry.Suspect(cause: nil, key: TriedKey(Data($0.token.utf8))) }
        suspects += right.first.map { Self.misreadings(of: $0.token) } ?? []
        suspects += own.filter { !tokens.contains($0.token) }.map { Self.suspect($0, group) }
        let others = try await credentials.suspects(
            ofGroup: group, besides: device, in: subtree, limit: Self.limit)
        suspects += others.map { other in
            SignatureInquiry.Suspect(
                cause: Explanation.Cause(
                    cause: "wrongIdentity",
                    sentence: "It was signed with the credential of the device \(other.device), but names \(device).",
                    remedy: "Use the identifier and the token of one login together.", isProven: true),
                key: TriedKey(Data(other.token.utf8)))
        }
        return suspects
    }

    private static func suspect(_ credential: SuspectCredential, _ group: String) -> SignatureInquiry.Suspect {
        let key = TriedKey(Data(credential.token.utf8))
        if credential.authenticationGroup.lowercased() != group.lowercased() {
            return SignatureInquiry.Suspect(
                cause: Explanation.Cause(
                    cause: "wrongGroup",
                    sentence: "It was signed with the credential of the group \(credential.authenticationGroup), "
                        + "but aw-auth-group-id says \(group.isEmpty ? "nothing" : group).",
                    remedy: "Send the authentication group that the token was issued for.", isProven: true), key: key)
        }
        return SignatureInquiry.Suspect(
            cause: Explanation.Cause(
                cause: "oldKey",
                sentence: "It was signed with an earlier token of this device and group, which ended: "
                    + "\(credential.endedReason ?? "").",
                remedy: "Keep the token of the latest login, and throw earlier ones away.", isProven: true), key: key)
    }

    /// What clients take the token for.
    private static func misreadings(of token: String) -> [SignatureInquiry.Suspect] {
        let readings: [(Data?, String)] = [
            (Data(hexadecimal: token), "decoded from hexadecimal"), (Data(base64Encoded: token), "decoded from base64"),
            (Data(token.uppercased().utf8), "in upper case"), (Data("\(token)\n".utf8), "with a newline behind it"),
            (Data("\"\(token)\"".utf8), "with quotes around it"),
            (Data(token.utf8.prefix(32)), "cut to its first 32 characters"), (Data(), "left empty"),
            (Data(token.utf8).base64EncodedData(), "encoded in base64"),
        ]
        return readings.compactMap { bytes, form in
            bytes.map { bytes in
                SignatureInquiry.Suspect(
                    cause: Explanation.Cause(
                        cause: "keyForm", sentence: "The key was the token \(form).",
                        remedy: "The key is the UTF-8 bytes of the token exactly as it was issued.", isProven: true),
                    key: TriedKey(bytes))
            }
        }
    }

    // MARK: Conclusion

    private func conclude(_ finding: SignatureInquiry.Finding, of entry: JournalEntry, _ explanation: inout Explanation)
    {
        explanation.tried = finding.tried
        let hasForm = !explanation.causes.isEmpty
        guard let text = finding.text else {
            if !hasForm { suspectKey(entry, finding.tried, &explanation) }
            return
        }
        explanation.causes += finding.causes
        let secret: Set = ["query", "bodyItself"]
        if !entry.request.isRedacted || secret.isDisjoint(with: finding.causes.map(\.cause)) {
            explanation.signature?.clientSigned = text
        }
    }

    private func suspectKey(_ entry: JournalEntry, _ tried: Int, _ explanation: inout Explanation) {
        if tried == 0 {
            explanation.suspect(
                "credentialUnknown", "This console has no credential whose key could be tried.", "Log in again.")
            return
        }
        let request = entry.original ?? entry.request
        if (request.field("date") ?? "").isEmpty {
            explanation.suspect(
                "dateMissing", "There is no DATE header, and a DATE that was signed has to be sent.",
                "Make the DATE once, and sign and send the same text.")
        }
        if request.head.method == .post, request.body.byteCount == 0 {
            explanation.suspect(
                "bodyLost", "The request has no body: one that was signed may have been lost on the way.",
                "Sign and send the same bytes; a proxy or a redirect may drop them.")
        }
        explanation.suspect(
            "wrongKey",
            "None of \(tried) candidates gives this signature: it was probably made with a key that this console has "
                + "not issued to the device, or over another text in more than two places.",
            "Compare signature.serverSigned with the text your client signs, byte by byte.")
        let proxies = entry.request.head.headerFields.filter {
            ["via", "x-forwarded-for", "x-forwarded-host", "forwarded"].contains($0.name.canonicalName)
        }
        guard !proxies.isEmpty else { return }
        explanation.suspect(
            "proxy", "The request came through a proxy, which may have changed path, headers or body.",
            "Set public.url to the origin that clients see.")
    }
}
