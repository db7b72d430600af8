/// How bad it is what a rule finds.
enum LintSeverity: String, Encodable, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case note
    /// Works here, and makes trouble in a real deployment.
    case warning
    /// A fault of the client, or of what it was told.
    case error

    static func < (left: LintSeverity, right: LintSeverity) -> Bool {
        let order: [LintSeverity] = [.note, .warning, .error]
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}

/// Something that clients should not do (Lint, a section for each).
struct LintRule: Sendable {
    /// Its name, which does not change.
    let id: String
    let severity: LintSeverity
    /// What is wrong, in a few words.
    let title: String
    /// Why it matters in a real deployment.
    let why: String

    /// Where its section is on this console.
    var documentation: String { "/docs/Lint#\(id)" }
}

extension LintRule {
    /// All rules, in the order of the article.
    static let all: [LintRule] = transport + credentials + launch + beacons + logs + samples + commands + answers

    /// Rules by their ids.
    static let byID: [String: LintRule] = Dictionary(all.map { ($0.id, $0) }) { $1 }

    private static func error(_ id: String, _ title: String, _ why: String) -> LintRule {
        LintRule(id: id, severity: .error, title: title, why: why)
    }

    private static func warning(_ id: String, _ title: String, _ why: String) -> LintRule {
        LintRule(id: id, severity: .warning, title: title, why: why)
    }

    private static func note(_ id: String, _ title: String, _ why: String) -> LintRule {
        LintRule(id: id, severity: .note, title: title, why: why)
    }

    private static let transport = [
        error(
            "plain-http", "Plain HTTP to another machine",
            "Passwords and keys of a login are protected by TLS alone; everybody on the network can read them."),
        error(
            "credentials-in-query", "Credentials in a query string",
            "Proxies and web servers write addresses into their logs, where they are kept and read by many."),
        warning(
            "connection-per-request", "A connection for each request",
            "Each costs a TLS handshake: seconds on a mobile network, and battery."),
        warning(
            "header-missing", "Header fields missing that SDK clients send",
            "Gateways and newer consoles may ask for what every SDK client sends."),
        warning(
            "content-type", "Another Content-Type than SDK clients send",
            "A real console refuses bodies by their media type, or reads them as something else."),
        warning(
            "empty-body", "No body where one is needed", "A real console answers such a request with an error."),
        note(
            "probe-user-agent", "A server check that does not call itself Airwatch",
            "Gateways let the check pass before authentication by its User-Agent."),
        warning(
            "probe-with-get", "The connectivity probe as GET",
            "The probe is a HEAD; as a GET it is a status of a device that does not exist, which costs a look-up."),
        warning(
            "unknown-path", "A path that no console has", "The request can never succeed."),
        warning(
            "wrong-method", "A method that the path does not have", "The request can never succeed."),
        warning(
            "redirect-repeated", "A redirect that was not followed",
            "Consoles move clients to other hosts by redirecting them; one that stays behind is cut off."),
    ]

    private static let credentials = [
        warning(
            "token-not-needed", "A credential sent where none is needed",
            "It is shown to hosts that have no business with it, and the call fails once it has ended."),
        error(
            "unsigned", "A call without the credential it needs", "It is always refused."),
        error(
            "signature-wrong", "A signature that does not match",
            "A strict console refuses every call of this client."),
        warning(
            "signature-reused", "A signature used again later",
            "A console that checks freshness refuses it, and to others it looks like an attack."),
        warning(
            "stale-date", "A DATE far off the console's clock",
            "A console that checks freshness refuses the request."),
        error(
            "wrong-identity", "Somebody else's device, app or user",
            "A console answers 404, as if it did not exist; the client mixes up identities."),
        warning(
            "device-id-mismatch", "A request that names two devices",
            "What is not signed decides whose record it becomes, or the request is refused."),
        error(
            "device-id-changed", "One push token under two devices",
            "Each new identifier is another device to the console: licences run out and commands go astray."),
        error(
            "forbidden-without-login", "A 403 not followed by a new login",
            "The credential has ended for good; the client stays locked out and keeps asking."),
        error(
            "call-after-unenrollment", "A call after the un-enrollment",
            "The credential is dead and the data should be wiped: the client has not noticed that it left."),
        warning(
            "login-after-lockout", "A login to an account that is locked",
            "Each attempt may prolong the lock, and the directory may lock the account as well."),
    ]

    private static let launch = [
        warning(
            "status-polled", "The status asked for again and again",
            "A client asks at its launch and once an hour; thousands that poll bring a console down."),
        warning(
            "profile-repeated", "The profile fetched twice in a launch",
            "It is good for four hours in a process; each fetch resolves and renders it anew."),
        warning(
            "launch-order", "Records sent before the profile was fetched",
            "Without the profile the client does not know what it may send."),
        note(
            "beacon-missing", "A launch without a beacon",
            "The console does not see the device, and compliance rules wait for its report."),
        error(
            "terms-ignored", "Use of the app before the terms were accepted",
            "The administrator asked for an agreement that nobody has given."),
        note(
            "discovery-repeated", "A domain looked up again and again",
            "The answer changes once in years; the discovery service is shared by all customers."),
        note(
            "pins-polled", "Pins asked for more than daily",
            "Pins change with certificates; a client asks once a day."),
        warning(
            "certificate-polled", "A certificate asked for without end",
            "An authority that is down is asked by every device at once; the SDK gives up after ten times."),
    ]

    private static let beacons = [
        warning(
            "beacon-field-missing", "A beacon without a field it always has",
            "Smart groups, compliance rules and lists of a console work with these fields."),
        warning(
            "beacon-field-type", "A beacon field of the wrong type",
            "This console reads numbers as texts and texts as numbers; others may refuse the beacon."),
        note(
            "beacon-unknown-field", "A beacon field that nobody knows",
            "It is ignored, and often a known one that was misspelt."),
        warning(
            "beacon-too-often", "Beacons more than once a minute",
            "The shortest interval is 60 seconds; more costs battery and load, and tells nothing new."),
    ]

    private static let logs = [
        warning(
            "log-retried", "A log sent again without back-off",
            "A log that was refused is kept for the next launch; at once it is refused again, megabytes each time."),
        warning(
            "log-level", "A log above the level of the profile",
            "The administrator has asked for less: logs fill the quota, and may hold what must not be logged."),
        warning(
            "log-over-cellular", "A log over a network that the profile forbids",
            "The profile says Wi-Fi only: logs cost the user's or the company's data plan."),
        warning(
            "body-too-large", "A body that is larger than allowed",
            "It is refused each time it is sent; a console takes logs of 200 MB in all."),
    ]

    private static let samples = [
        error(
            "analytics-off", "Analytics although they are off",
            "The administrator has switched them off, often because a works council or a law asks for it."),
        note(
            "analytics-unbatched", "Analytics sent one by one",
            "Events are kept for two hours and sent together; one by one they cost a radio each."),
        warning(
            "samples-refused", "Samples that are refused",
            "The client keeps them and sends them again for ever, and everything behind them waits."),
        warning(
            "data-usage-twice", "Data usage reported by two apps",
            "Usage is counted for the device: the console adds up both reports."),
        warning(
            "tunnel-domain-local", "A domain of the tunnel's list that ends in .local",
            "Such names never go through the tunnel, because the system uses them itself."),
    ]

    private static let commands = [
        error(
            "command-unanswered", "A command that was not acknowledged",
            "It waits at the head of the queue, or is delivered again, and nothing behind it happens."),
        warning(
            "command-answered-twice", "A command answered twice",
            "It was probably carried out twice."),
        note(
            "key-escrowed-twice", "The same key put in escrow twice",
            "The key is stored when it is made; each copy on its way is another chance to lose it."),
    ]

    private static let answers = [
        warning(
            "body-unreadable", "A body that the console cannot read", "What it says is lost."),
        error(
            "retry-storm", "The same call again and again after a failure",
            "A console that is in trouble stays in trouble while its clients do that."),
        error(
            "retry-after-ignored", "Retry-After not waited for",
            "The console has said when it will be ready; asking earlier only makes it later."),
    ]
}
