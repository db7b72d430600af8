import Foundation
import HTTPTypes

/// How requests travel.
extension Linter {
    mutating func checkTransport(_ exchange: LintExchange, _ app: LintApp) {
        let request = exchange.request
        checkScheme(exchange)
        checkQuery(exchange)
        if request.field("connection")?.lowercased() == "close" {
            app.closedConnections.append(exchange.entry.id)
            if app.closedConnections.count >= 3 {
                findings.report(
                    "connection-per-request", exchange, entries: app.closedConnections,
                    "Requests say Connection: close.")
                app.closedConnections = [exchange.entry.id, exchange.entry.id]
            }
        }
        let isCheck = exchange.call == .serverCheck || exchange.call == .endpointCheck
        if isCheck, request.field("user-agent")?.lowercased().contains("airwatch") != true {
            findings.report(
                "probe-user-agent", exchange,
                "The User-Agent is \(request.field("user-agent").map { "\"\($0.prefix(80))\"" } ?? "missing").")
        }
        let dummy = "abcdef1234567890abcdef1234567890abcdef12"
        if exchange.call == .status, exchange.device == dummy {
            findings.report("probe-with-get", exchange, "The probe's made-up device was asked for with GET.")
        }
        checkRedirect(exchange, app)
    }

    private mutating func checkScheme(_ exchange: LintExchange) {
        guard exchange.entry.connection.scheme == "http",
            exchange.request.field("x-forwarded-proto")?.lowercased() != "https"
        else { return }
        let authority = exchange.request.head.authority?.lowercased() ?? ""
        let name = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard !name.isEmpty, name != "localhost", !name.hasSuffix(".localhost"), !name.hasPrefix("127."),
            name != "[::1]"
        else { return }
        findings.report("plain-http", exchange, "The request came over plain HTTP to \(authority.prefix(100)).")
    }

    private mutating func checkQuery(_ exchange: LintExchange) {
        // The token of a certificate issuer belongs there (DeviceServices, section 19.1).
        let target = exchange.request.target
        guard exchange.call != .certificate, let mark = target.firstIndex(of: "?") else { return }
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, SecretName.kind(parts[0].utf8) != nil else { continue }
            findings.report("credentials-in-query", exchange, "The query has \(parts[0].prefix(60)).")
        }
    }

    private mutating func checkRedirect(_ exchange: LintExchange, _ app: LintApp) {
        let what = "\(exchange.request.head.method.rawValue) \(exchange.request.target)"
        if let before = app.redirects[what] {
            findings.report(
                "redirect-repeated", exchange, entries: [before, exchange.entry.id],
                "The same was asked for again, though it had been redirected.")
        }
        let isRedirect = [301, 302, 303, 307, 308].contains(exchange.status)
        let hasLocation = exchange.entry.response.head.headerFields[.location] != nil
        app.redirects[what] = isRedirect && hasLocation ? exchange.entry.id : nil
    }

    // MARK: Header fields

    mutating func checkHeaders(_ exchange: LintExchange) {
        let missing = Self.needed(exchange).filter { exchange.request.field($0) == nil }
        if !missing.isEmpty {
            findings.report("header-missing", exchange, "Missing: \(missing.joined(separator: ", ")).")
        }
        if let sent = exchange.request.field("content-type") { checkContentType(sent, exchange) }
        // A body that was refused unseen is not known.
        let isSeen = !exchange.isRefused || exchange.status == 400
        if isSeen, exchange.request.body.byteCount == 0, !exchange.request.isUnread,
            exchange.call.bodyType != nil || exchange.call == .processor,
            exchange.request.head.method == .post
        {
            findings.report("empty-body", exchange, "The request has no body.")
        }
    }

    private mutating func checkContentType(_ sent: String, _ exchange: LintExchange) {
        guard let wanted = exchange.call.bodyType else { return }
        let type = sent.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        // Clients for another platform send logins as XML (DeviceServices, section 7.3.3).
        guard type != wanted, !(exchange.call == .login && type.hasSuffix("xml")) else { return }
        findings.report("content-type", exchange, "It is \(sent.prefix(80)), not \(wanted).")
    }

    /// Fields that SDK clients send with a call (DeviceServices, sections 1.2, 4.2.1, 7.4 and 20.1).
    private static func needed(_ exchange: LintExchange) -> [String] {
        let usual = ["content-type", "accept", "cache-control"]
        var names: [String] =
            switch exchange.call {
            case .status, .user, .userDetails, .register, .beacon, .logging, .checkTerms, .fetchTerms, .acceptTerms,
                .rejectTerms, .support, .storeKey, .retrieveKey, .unenroll, .requery, .dataUsage:
                usual
            case .profile: ["content-type"]
            case .login, .processor: ["content-type", "accept"]
            case .probe:
                [
                    "udid", "devicetype", "bundleid", "requestingapp", "authenticationtype", "authenticationgroup",
                    "redirecturl",
                ]
            case .pins: usual + ["devicetype", "aw-auth-device-uid"]
            default: []
            }
        if exchange.credential == .signature {
            names += [
                "aw-device-uid", "date", "aw-auth-signature-version", "aw-auth-realm", "aw-auth-signature-method",
            ]
        }
        return names
    }
}
