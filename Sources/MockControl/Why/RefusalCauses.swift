import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// Causes that can be told from the entry alone.
enum RefusalCauses {
    /// Adds what may be the cause.
    static func add(to explanation: inout Explanation, of entry: JournalEntry) {
        switch explanation.rule ?? "" {
        case "credentialMissing": addMissing(&explanation, entry)
        case "credentialRevoked": addRevoked(&explanation, entry)
        case "signatureDate": addDate(&explanation, entry)
        case "signatureReplayed":
            explanation.suspect(
                "sentAgain", "A request with the same signature was answered already, so this one was not.",
                "Sign each request anew. DATE has seconds: two of one body in one second have one signature; wait, or "
                    + "set signature.replay to allow.", isProven: true)
        case "tokenMalformed": addToken(&explanation, entry)
        case "identity": addIdentity(&explanation, entry)
        case "route": addRoute(&explanation, entry)
        case "method": addMethod(&explanation, entry)
        case "body": addBody(&explanation, entry)
        case "bodyTooLarge", "logQuota": addSize(&explanation, entry)
        case "administrator", "tenantCode": addAdministrator(&explanation, entry)
        case "unenrolled":
            explanation.summary = "The answer is empty: the console does not know the device."
            explanation.suspect(
                "deviceUnknown", "Nobody has signed in on this device here, or it was deleted.", "Log in on it.")
        default: break
        }
    }

    // MARK: Credentials

    private static func addMissing(_ explanation: inout Explanation, _ entry: JournalEntry) {
        if entry.request.field("aw-auth-group-id") != nil {
            explanation.suspect(
                "authorizationMissing", "The request has the other headers of a signature, but no AUTHORIZATION.",
                "HTTP libraries drop Authorization when they follow a redirect; add it to every request.")
        } else {
            explanation.suspect(
                "unsigned", "The request has neither a signature nor a token.",
                "Log in, and sign with AWHMACKey or send AccessToken.")
        }
    }

    private static func addRevoked(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let reasons: [(phrase: String, cause: String, remedy: String)] = [
            ("replaced by a later login", "oldKey", "Keep the token of the latest login, and throw earlier ones away."),
            ("another user", "otherUser", "The user who signed in last owns the device: sign in again."),
            ("unenrolled", "unenrolled", "The device was un-enrolled; the next login enrolls it again."),
            ("wipe", "wiped", "The device is to be wiped: acknowledge the wipe, or un-enroll; then log in again."),
            ("deleted", "deviceDeleted", "The device was deleted: log in, which makes it anew."),
            ("deactivated", "accountInactive", "The user was deactivated."),
        ]
        let sentence = explanation.summary
        let found = reasons.first { sentence.lowercased().contains($0.phrase) }
        explanation.suspect(
            found?.cause ?? "credentialEnded", sentence, found?.remedy ?? "Log in again.", isProven: true)
    }

    private static func addDate(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let sent = entry.request.field("date") ?? ""
        guard !sent.isEmpty else {
            explanation.suspect("dateMissing", "There is no DATE header.", "Send and sign one.", isProven: true)
            return
        }
        guard let date = SignedDate(sent)?.moment else {
            explanation.suspect(
                "dateForm", "DATE is \"\(sent.prefix(60))\", in no form that is known.",
                "Send yyyy-MM-ddTHH:mm:ss in UTC.", isProven: true)
            return
        }
        let seconds = date.timeIntervalSince(entry.arrivedAt.date)
        let quarters = (seconds / 900).rounded()
        if quarters != 0, abs(seconds - quarters * 900) < 60, abs(quarters) <= 56 {
            explanation.suspect(
                "dateZone", "DATE is \(quarters / 4) h off: it is in another time zone than UTC.",
                "Send DATE in UTC.")
        } else if SignatureDate.parse(sent) == nil {
            explanation.suspect(
                "dateForm", "DATE is \"\(sent.prefix(60))\", in a form that is not accepted.",
                "Send yyyy-MM-ddTHH:mm:ss in UTC.", isProven: true)
        }
        explanation.suspect(
            seconds < 0 ? "dateStale" : "dateAhead",
            "DATE is \(Int(abs(seconds))) s \(seconds < 0 ? "before" : "after") the console's clock.",
            "Set the device's clock, sign each request anew instead of sending one again, or raise signature.freshness.",
            isProven: true)
    }

    private static func addToken(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let request = entry.original ?? (entry.request.isRedacted ? nil : entry.request)
        guard let sent = request?.head.headerFields[.authorization] else { return }
        let token = sent.drop { $0 != " " }.trimmingCharacters(in: .whitespaces)
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).count
        if token.isEmpty {
            explanation.suspect("tokenEmpty", "There is nothing behind the word Bearer.", isProven: true)
        } else if token.hasPrefix("\"") || token.hasSuffix("\"") {
            explanation.suspect("tokenQuoted", "The token has quotes around it.", "Leave them out.", isProven: true)
        } else if parts != 3 {
            explanation.suspect(
                "tokenForm", "The token has \(parts) parts, not the three of a JWT.",
                "Send AccessToken of the login, neither AWHMACKey nor AWAuthenticationToken.", isProven: true)
        } else {
            explanation.suspect(
                "tokenForeign", "The token was signed by another console, or by this one before it was set up anew.",
                "Log in on this console.")
        }
    }

    private static func addIdentity(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let segments = entry.request.path.split(separator: "/").map(String.init)
        let inPath = segments.firstIndex { $0.lowercased() == "uid" }.flatMap { place in
            segments.indices.contains(place + 1) ? segments[place + 1] : nil
        }
        let named = [
            ("the path", inPath), ("uid", entry.request.query("uid")),
            ("bundleid", entry.request.query("bundleid")),
        ]
        let own =
            "the credential is of \(entry.parties.device ?? credentialDevice(entry))"
            + (entry.parties.bundle.map { " and \($0)" } ?? "")
        for case (let place, let value?) in named where explanation.summary.contains(value) {
            explanation.suspect(
                place == "bundleid" ? "wrongBundle" : "wrongDevice", "\(value) in \(place) is another than \(own).",
                "Use identifier, bundle and token of one login together.", isProven: true)
        }
        if explanation.causes.isEmpty {
            explanation.suspect(
                "wrongIdentity", "What the path or the body names is another than \(own).",
                "Use identifier, bundle, user and token of one login together.")
        }
    }

    private static func credentialDevice(_ entry: JournalEntry) -> String {
        SentSignature(entry.request.head.headerFields)?.deviceText ?? "another device"
    }

    // MARK: Routes and bodies

    private static func addRoute(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let segments = entry.request.path.split(separator: "/").map { $0.lowercased() }
        if segments.count > 1, segments[0] == "deviceservices", segments[1] == "deviceservices" {
            explanation.suspect(
                "serverURL", "The path has /deviceservices twice: the server URL has it already.",
                "Leave /deviceservices out of the server URL.", isProven: true)
        } else if entry.request.path.contains("%2F") || entry.request.path.contains("%3F") {
            explanation.suspect(
                "percentEncoding", "A slash or question mark of the path is percent-encoded.",
                "Escape parts of a path one by one, not the whole path.")
        } else {
            explanation.suspect(
                "pathUnknown", "No route has this path.", "Compare it with the page Routes, version numbers included.")
        }
    }

    private static func addMethod(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let allowed =
            entry.response.head.headerFields.first { $0.name.canonicalName == "allow" }?.value ?? "other methods"
        let method = entry.request.head.method.rawValue
        explanation.suspect(
            method == "HEAD" ? "head" : "method", "\(method) was sent, and the path has \(allowed).",
            method == "GET" && allowed.contains("POST")
                ? "An HTTP library may have turned a POST into a GET when it followed a redirect."
                : "Send \(allowed).", isProven: true)
    }

    private static func addBody(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let request = entry.original ?? entry.request
        let type = request.head.headerFields[.contentType]?.lowercased() ?? ""
        if request.body.byteCount == 0 {
            explanation.suspect(
                "bodyEmpty", "There is no body.", "Send one with Content-Length, or chunked.", isProven: true)
            return
        }
        let bytes = Data(request.body.bytes.readableBytesView)
        if bytes.starts(with: [0x1F, 0x8B]) {
            explanation.suspect(
                "bodyCompressed", "The body is compressed, which no route reads.", "Send it as it is.", isProven: true)
            return
        }
        if let place = BodyLocator.locate(bytes, type: type, isShown: !entry.request.isRedacted),
            !request.body.isTruncated || place.offset < bytes.count
        {
            explanation.body = place
            let isCut = place.offset >= bytes.count
            explanation.suspect(
                isCut ? "bodyCutOff" : "bodyMalformed",
                "The body is no \(place.format) from line \(place.line), column \(place.column) on: \(place.problem)",
                isCut ? "Compare Content-Length with the bytes that were made." : nil, isProven: true)
        } else {
            explanation.suspect("member", explanation.summary, isProven: true)
        }
    }

    private static func addSize(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let count = max(entry.request.body.byteCount, Int(entry.request.head.headerFields[.contentLength] ?? "") ?? 0)
        let remedy =
            explanation.rule == "logQuota"
            ? "Purge logs, or raise logQuotaMegabytes of the group." : "Send less, or raise the limit it names."
        explanation.suspect("size", "\(explanation.summary) The body has \(count) bytes.", remedy, isProven: true)
    }

    private static func addAdministrator(_ explanation: inout Explanation, _ entry: JournalEntry) {
        let sent = entry.request.head.headerFields[.authorization] ?? ""
        let code = entry.request.field("aw-tenant-code") ?? ""
        switch explanation.rule {
        case "tenantCode":
            explanation.suspect(
                code.isEmpty ? "tenantCodeMissing" : "tenantCodeUnknown",
                code.isEmpty ? "The header aw-tenant-code is missing." : "No API key is what aw-tenant-code says.",
                "Send the API key; the ready file has it as tenantCode.", isProven: true)
        case _ where sent.isEmpty:
            explanation.suspect(
                "credentialsMissing", "There is no Authorization header.",
                "Send Basic credentials of an administrator, or a bearer token.", isProven: true)
        default:
            let word = sent.prefix { $0.isLetter }
            let kind = ["basic", "bearer"].contains(word.lowercased()) ? word : "Unknown"
            explanation.suspect(
                "credentialsWrong", "\(kind) credentials were sent, and they are not those of an administrator.",
                "Users of devices are no administrators; tokens of devices are refused here.")
        }
    }
}
