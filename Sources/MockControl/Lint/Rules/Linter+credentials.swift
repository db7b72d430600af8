import DeviceProtocol
import Foundation
import HTTPTypes

/// Who clients say they are.
extension Linter {
    /// Milliseconds by which a DATE may be off.
    private static let dateTolerance: Int64 = 15 * 60_000

    mutating func checkCredentials(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        let isProxyCertificate = exchange.call == .login && exchange.json?.text("AuthenticationType") == "4"
        if exchange.call.isOpen, exchange.credential != .none, !isProxyCertificate, exchange.call != .agentStep {
            findings.report(
                "token-not-needed", exchange, "The call needs no credential, and was sent with one.")
        }
        if exchange.credential == .signature { checkSignature(exchange, app) }
        checkForbidden(exchange, app)
        if app.isUnenrolled, !exchange.call.isOpen, exchange.call != .unenroll, exchange.call != .register,
            exchange.credential == .signature || exchange.credential == .bearer
        {
            findings.report("call-after-unenrollment", exchange, "The app had un-enrolled the device before.")
        }
        if exchange.call == .login { checkLock(exchange) }
    }

    private mutating func checkSignature(_ exchange: LintExchange, _ app: LintApp) {
        let request = exchange.request
        if let sent = request.field("date"), let date = SignatureDate.parse(sent) {
            let off = Int64(date.timeIntervalSince1970 * 1000) - exchange.at
            if abs(off) > Self.dateTolerance {
                findings.report(
                    "stale-date", exchange, "DATE is \(abs(off) / 1000) s \(off < 0 ? "behind" : "ahead").")
            }
        }
        let signed = LintFields(request.head.headerFields).device?.lowercased()
        for name in ["aw-device-uid", "aw-auth-device-uid"] {
            guard let signed, let named = request.field(name)?.lowercased(), named != signed else { continue }
            findings.report(
                "device-id-mismatch", exchange, "\(name) is \(named.prefix(60)), AUTHORIZATION is of \(signed).")
        }
        guard let signature = request.field("authorization") else { return }
        if let before = app.signatures.first(where: { $0.text == signature }), exchange.at - before.mark.at >= 60_000 {
            findings.report(
                "signature-reused", exchange, entries: [before.mark.id, exchange.entry.id],
                "The signature was used \((exchange.at - before.mark.at) / 1000) s before.")
        }
        if !app.signatures.contains(where: { $0.text == signature }) {
            if app.signatures.count >= 32 { app.signatures.removeFirst() }
            app.signatures.append((signature, exchange.mark))
        }
    }

    /// Three calls that are refused for the same credential, without an attempt to get another one.
    private mutating func checkForbidden(_ exchange: LintExchange, _ app: LintApp) {
        if [.login, .register, .probe].contains(exchange.call) { app.forbidden = [:] }
        guard exchange.status == 403, exchange.refusal == "credentialRevoked", !app.isUnenrolled,
            exchange.call != .register
        else { return }
        let group = exchange.group ?? ""
        app.forbidden[group, default: []].append(exchange.entry.id)
        guard let refused = app.forbidden[group], refused.count >= 3 else { return }
        findings.report(
            "forbidden-without-login", exchange, entries: refused,
            "The credential was refused \(refused.count) times, and nobody signed in.")
    }

    private mutating func checkLock(_ exchange: LintExchange) {
        guard let user = exchange.json?.text("Username") else { return }
        let key = "\(user.lowercased())@\(exchange.json?.text("ActivationCode")?.lowercased() ?? "")"
        if let lock = locks[key], exchange.at < lock.until {
            findings.report(
                "login-after-lockout", exchange, entries: [lock.id, exchange.entry.id],
                "The account of \(user.prefix(60)) was locked.")
        }
        guard exchange.refusal == LoginStatusCode.accountLocked.rawValue else { return }
        locks[key] = (exchange.entry.id, exchange.at + 15 * 60_000)
    }

    // MARK: Refusals

    /// What the console has said itself.
    mutating func checkRefusal(_ exchange: LintExchange) {
        // What was made to go wrong on purpose is nobody's fault.
        guard exchange.isRefused, exchange.entry.parties.fault == nil,
            let rule = RefusalRule.rule(of: RefusalRule.Signs(exchange.entry))
        else { return }
        let sentence = exchange.entry.parties.refusal ?? "It was answered \(exchange.status)."
        switch rule.name {
        case "signature", "signatureHeaders":
            findings.report("signature-wrong", exchange, "\(sentence) GET /_mock/journal/\(exchange.entry.id)/why")
        case "credentialMissing" where exchange.call != .unenroll: findings.report("unsigned", exchange, sentence)
        case "identity": findings.report("wrong-identity", exchange, sentence)
        case "route":
            findings.report("unknown-path", exchange, "No route has the path \(exchange.request.path.prefix(200)).")
        case "method": findings.report("wrong-method", exchange, sentence)
        case "bodyTooLarge", "logQuota": findings.report("body-too-large", exchange, sentence)
        case "body", "request": checkUnreadable(exchange, sentence)
        default: break
        }
    }

    private mutating func checkUnreadable(_ exchange: LintExchange, _ sentence: String) {
        switch exchange.call {
        case .analytics, .interrogator: findings.report("samples-refused", exchange, sentence)
        // Rules of their own say what is wrong with fields of beacons.
        case .beacon where exchange.json != nil: break
        default:
            guard exchange.status == 400, exchange.request.body.byteCount > 0 else { return }
            findings.report("body-unreadable", exchange, sentence)
        }
    }
}
