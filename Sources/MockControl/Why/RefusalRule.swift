import HTTPTypes

/// A rule that refuses requests: what it says, what it would have accepted, and where it is described.
struct RefusalRule: Sendable {
    /// What of a request's end tells the rule.
    struct Signs: Sendable {
        let status: Int
        /// Code of the refusal; empty if there is none.
        let code: String
        /// The sentence of the refusal; empty if there is none.
        let sentence: String
        let route: String?
        let isAdmin: Bool
        let isEmpty: Bool

        init(_ entry: JournalEntry) {
            status = entry.response.head.status.code
            code = entry.parties.refusalCode ?? ""
            sentence = entry.parties.refusal ?? ""
            route = entry.parties.route?.lowercased()
            let first = entry.request.path.split(separator: "/").first?.lowercased() ?? ""
            isAdmin = ["api", "connect", "oauth"].contains(first)
            isEmpty = entry.response.body.byteCount == 0
        }

        /// Whether the sentence has one of some phrases.
        func says(_ phrases: String...) -> Bool { phrases.contains(where: sentence.contains) }
    }

    let name: String
    let accepted: String
    /// Where it is described: an article and a section.
    let documentation: String
    /// Whether an answer that is no error can be one of this rule.
    var isQuiet = false
    let holds: @Sendable (Signs) -> Bool
}

extension RefusalRule {
    /// The rule that refused a request; nil if none did.
    static func rule(of signs: Signs) -> RefusalRule? {
        let refuses = signs.status >= 400
        return all.first { (refuses || $0.isQuiet) && $0.holds(signs) }
    }

    /// All of them; the first that holds is meant.
    static let all: [RefusalRule] = signatures + tokens + identities + logins + messages + administration + rest

    private static func device(
        _ name: String, _ section: String, _ accepted: String, quiet: Bool = false,
        _ holds: @escaping @Sendable (Signs) -> Bool
    ) -> RefusalRule {
        RefusalRule(
            name: name, accepted: accepted, documentation: "DeviceServices, section \(section)", isQuiet: quiet
        ) { !$0.isAdmin && holds($0) }
    }

    private static let signatures: [RefusalRule] = [
        device(
            "signature", "4.2.4",
            "A signature made with the credential's HMAC token over the text in signature.serverSigned."
        ) { $0.says("The signature does not match") },
        device(
            "signatureHeaders", "4.2.1",
            "AUTHORIZATION of a device identifier, a colon and the base64 of the signature, with aw-auth-group-id."
        ) { $0.says("is not signed as it should be") },
        device("signatureDate", "4.2.4", "A DATE in UTC within signature.freshness seconds of the console's clock.") {
            $0.says("The DATE header is missing", "The request was signed ")
        },
        device(
            "signatureReplayed", "4.2.4",
            "A request whose signature no other had within signature.freshness, unless it only reads (signature.replay)."
        ) { $0.says("This request was answered before") },
        device("credentialMissing", "4.2.1", "A request signature, or a bearer token of a login.") {
            $0.says("needs a signature or a bearer token", "This route needs a credential.")
        },
        device("credentialUnknown", "4.2.5", "The credential of a login or of a registration of this device.") {
            $0.says("has no credential of the group")
        },
        device("credentialRevoked", "4.2.5", "The credential of the latest login.") {
            $0.says("This credential was revoked")
        },
    ]

    private static let tokens: [RefusalRule] = [
        device("tokenExpired", "4.6", "A token that has not expired; log in to get one.") {
            $0.says("The bearer token expired")
        },
        device("tokenRevoked", "4.6", "A token that is in force; log in to get one.") {
            $0.says("The bearer token was revoked")
        },
        device("tokenUnknown", "4.6", "A token that this console has issued and still knows.") {
            $0.says("The bearer token is no longer known", "The bearer token does not belong to its device")
        },
        device("tokenMalformed", "4.6", "The AccessToken of a login to this console, as it was issued.") {
            $0.says("The bearer token is malformed", "The bearer token is longer than")
        },
    ]

    private static let identities: [RefusalRule] = [
        device("identity", "4.2.5", "The device, the app and the user that the credential was issued to.") {
            $0.status == 404
                && $0.says("the one this credential belongs to", "the one that signed the request", "credential's own")
        },
        device("notConfigured", "29", "Nothing: this console does not serve that yet.") {
            $0.says("is not configured on this console")
        },
        device("unenrolled", "9", "A device that is enrolled; the first login enrolls it.", quiet: true) {
            $0.status == 200 && $0.isEmpty && ($0.route ?? "").hasSuffix("/uid/{uid}/status")
        },
        device("profileNone", "12", "A device whose app is assigned an SDK profile.", quiet: true) {
            $0.status == 200 && $0.isEmpty && ($0.route ?? "").hasSuffix("/settingsendpoint.aspx")
        },
    ]

    private static let logins: [RefusalRule] = [
        ("loginCredentials", "AUTH-1001", "Name and password of a user of the group or of one above it."),
        ("accountLocked", "AUTH-1002", "An account that is not locked."),
        ("accountInactive", "AUTH-1003", "A user who is active."),
        ("managementRequired", "AUTH-1004", "A device that is enrolled into MDM, or a group that does not require it."),
        ("loginToken", "AUTH-1005", "A token that was not used, has not expired, and is for this device and group."),
        ("deviceRefused", "AUTH-1006", "A device that is neither blocked, denied nor out of compliance."),
        ("loginKind", "AUTH-1007", "A kind of login that the group takes."),
        ("loginGroup", "AUTH--1", "The code of an organization group (Group ID) as ActivationCode."),
    ].map { name, code, accepted in
        device(name, "7.3.1", accepted, quiet: true) { $0.code == code }
    }

    private static let messages: [RefusalRule] = [
        device("logQuota", "15", "A log that fits into the group's quota (logQuotaMegabytes) and the console's room.") {
            $0.status == 413 && ($0.route ?? "").hasSuffix("/logging") && !$0.says("than the")
        },
        device("logForbidden", "15", "A log of a verified sender; limits.unverifiedLog is 0.") {
            $0.status == 403 && ($0.route ?? "").hasSuffix("/logging")
        },
        RefusalRule(
            name: "bodyTooLarge", accepted: "A body that is no larger than the route takes.",
            documentation: "Configuration, limits"
        ) { $0.status == 413 },
        RefusalRule(
            name: "method", accepted: "A method of the Allow header.", documentation: "Routes"
        ) { $0.status == 405 },
        RefusalRule(
            name: "accept", accepted: "An Accept header with a form that the route answers in, or none.",
            documentation: "AdminAPI"
        ) { $0.status == 406 },
        RefusalRule(
            name: "mediaType", accepted: "A Content-Type that the route reads.", documentation: "AdminAPI"
        ) { $0.status == 415 },
        RefusalRule(
            name: "route", accepted: "A path of the page Routes.", documentation: "Routes"
        ) { $0.status == 404 && $0.route == nil },
    ]

    private static let administration: [RefusalRule] = [
        RefusalRule(
            name: "tenantCode", accepted: "An API key of the administrator's group or above in aw-tenant-code.",
            documentation: "AdminAPI, Authentication"
        ) { $0.isAdmin && $0.says("Tenant code") },
        RefusalRule(
            name: "administrator", accepted: "Basic credentials of an administrator, or a bearer token.",
            documentation: "AdminAPI, Authentication"
        ) { $0.isAdmin && $0.status == 401 },
        RefusalRule(
            name: "permission", accepted: "An administrator whose role has the permission for the route.",
            documentation: "AdminAPI, Areas"
        ) { $0.isAdmin && $0.status == 403 },
    ]

    private static let rest: [RefusalRule] = [
        RefusalRule(
            name: "body", accepted: "A body that can be read, with the members that the route asks for.",
            documentation: "Routes"
        ) { $0.status == 400 && $0.says("cannot be read", "is malformed", "JSON", "is missing", "must be", "framed") },
        RefusalRule(
            name: "notFound", accepted: "Something that exists, in a group that the caller may see.",
            documentation: "Routes"
        ) { $0.status == 404 || $0.status == 410 },
        RefusalRule(
            name: "tooMany", accepted: "Fewer requests; Retry-After says when the next may come.",
            documentation: "AdminAPI"
        ) { $0.status == 429 },
        RefusalRule(
            name: "unavailable", accepted: "The same request later: the console could not answer it then.",
            documentation: "Operations"
        ) { $0.status == 503 },
        RefusalRule(
            name: "failure", accepted: "The same request: the console failed; its log says why.",
            documentation: "Operations"
        ) { $0.status >= 500 },
        RefusalRule(
            name: "request", accepted: "What the sentence of the refusal asks for.", documentation: "Routes"
        ) { $0.status >= 400 },
    ]
}
