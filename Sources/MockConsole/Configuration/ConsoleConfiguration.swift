import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices
import Foundation
package import Logging
import MockControl
import NIOCore
import WebConsole

/// Everything the console is configured with, as one value read once at start (Configuration).
package struct ConsoleConfiguration: Sendable {
    /// Files of a server certificate of the operator's own.
    struct CertificateFiles: Sendable {
        let certificate: String
        let key: String
        let authority: String?
    }

    private let values: ResolvedConfiguration
    /// Whether the data folder is a temporary one, removed at exit.
    package var isEphemeral = false
    /// Whether a new database is wanted where the one of a console is missing.
    package var isFresh = false
    /// The origin behind a proxy: scheme, host, optional port.
    let publicURL: URL?
    let consoleVersion: String
    let certificateFiles: CertificateFiles?
    /// Ports that sandboxes are given; 0 picks a free one.
    package let sandboxPorts: [Int]
    let admin: AdminAccess
    /// What stands before whoever comes without a credential.
    let entry: Entry
    let limits: Limits
    let notifications: Notifications
    /// The names of some settings of SDK profiles for clients.
    let wireNames: ProfileWireNames

    /// Reads the configuration of a program start.
    ///
    /// - Throws: ``ConfigurationError`` with a sentence for the person who started it.
    package init(_ values: ResolvedConfiguration) throws {
        try Self.check(values)
        self.values = values
        publicURL = try Self.origin(values.publicURL)
        consoleVersion = try Self.version(values.consoleVersion)
        certificateFiles = try Self.certificateFiles(values)
        sandboxPorts = try PortList(values).ports
        admin = try AdminAccess(values)
        entry = try Entry(values)
        limits = Limits(values)
        notifications = try Notifications(values)
        wireNames = try ProfileWireNames(values)
    }

    /// Checks required values, and values that contradict each other.
    private static func check(_ values: ResolvedConfiguration) throws {
        let keys = ConfigurationKeys.all
        let needed = [keys.httpHost, keys.dataFolder, keys.adminUser, keys.adminPassword, keys.adminOAuthClientId]
        for key in needed.map(\.key) where values.text(key).isEmpty {
            throw ConfigurationError("\(key.name) is empty (\(values.origin(key))); it has to be a text.")
        }
        let port = values.httpPort
        if port != 0, port == values.httpsPort {
            throw ConfigurationError("http.port and https.port are both \(port); they have to differ, or be 0.")
        }
        if values.profile == .public { try PublicProfile.check(values) }
        if let token = values.metricsToken, token.count < 16 {
            throw ConfigurationError("metrics.token is too short; it has to be a text of 16 characters or more.")
        }
    }

    private static func origin(_ text: String?) throws -> URL? {
        guard let text else { return nil }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host() != nil,
            url.path().isEmpty || url.path() == "/", url.user() == nil, url.query() == nil, url.fragment() == nil
        else {
            throw ConfigurationError(
                "public.url is \"\(text)\"; it has to be an origin such as https://uem.example.test, without a path.")
        }
        return text.hasSuffix("/") ? URL(string: String(text.dropLast())) : url
    }

    /// Clients read the first three components as numbers (DeviceServices, section 1.3).
    private static func version(_ text: String) throws -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...6).contains(parts.count), parts.allSatisfy({ UInt32($0) != nil }) else {
            throw ConfigurationError("console.version is \"\(text)\"; it has to be numbers such as 24.10.0.0.")
        }
        guard !isEarlier(parts, than: [9, 1]) else {
            throw ConfigurationError(
                "console.version is \"\(text)\"; SDK clients refuse a console before 9.1, so it has to be 9.1 or later."
            )
        }
        return text
    }

    /// Whether a version comes before another.
    private static func isEarlier(_ parts: [Substring], than other: [UInt32]) -> Bool {
        parts.compactMap { UInt32($0) }.prefix(other.count).lexicographicallyPrecedes(other)
    }

    private static func certificateFiles(_ values: ResolvedConfiguration) throws -> CertificateFiles? {
        switch (values.tlsCertificate, values.tlsKey) {
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key, authority: values.tlsCA)
        case (nil, nil): return nil
        default: throw ConfigurationError("tls.certificate and tls.key are given together or not at all.")
        }
    }
}

// Values that were checked when they were resolved.
extension ConsoleConfiguration {
    /// Probable mistakes, each with a sentence.
    package var warnings: [String] {
        let parts = consoleVersion.split(separator: ".")
        guard Self.isEarlier(parts, than: [9, 3]) else { return values.warnings }
        return values.warnings + [
            "console.version is \(consoleVersion); SDK 19.8 needs a console from 9.3 on (DeviceServices, section 1.3)."
        ]
    }
    /// Address to listen on.
    package var host: String { values.httpHost }
    /// Port for plain HTTP; 0 picks a free one.
    package var httpPort: Int { values.httpPort }
    /// Port for HTTPS; 0 picks a free one.
    package var httpsPort: Int { values.httpsPort }
    /// Where the console stands.
    package var profile: Profile { values.profile }
    /// Whether clients and administrators have listeners of their own.
    var hasAdminListener: Bool { profile == .public }
    /// Address of the listener for administrators; nil if they share those of clients.
    package var adminHost: String? { hasAdminListener ? values.adminHost : nil }
    /// Port of the listener for administrators.
    var adminPort: Int { values.adminPort }
    /// Whether the port for plain HTTP leads to HTTPS in the public profile.
    var redirectsToSecure: Bool { values.httpRedirect }
    /// Addresses and ports of its own that the console listens on; 0 picks a free one.
    package var listeningPorts: [(host: String, port: Int)] {
        guard let adminHost else { return [(host, httpPort), (host, httpsPort)] }
        return [(adminHost, adminPort), (host, httpsPort)] + (redirectsToSecure ? [(host, httpPort)] : [])
    }
    /// When the banner shows passwords and tokens.
    package var bannerSecrets: Banner.Secrets { values.bannerSecrets }
    /// Most lines of the same words in the log in ten seconds.
    package var logRepeats: Int { values.logRepeats }
    /// Seconds.
    var idleTimeout: Int { values.httpIdleTimeout }
    /// How many connections there may be, and how long each may take.
    var connections: ConnectionRules {
        ConnectionRules(
            count: values.httpConnections, countPerAddress: values.httpConnectionsPerAddress,
            site: site, proxies: entry.addresses,
            handshake: .seconds(Int64(values.httpHandshakeTimeout)), head: .seconds(Int64(values.httpHeadTimeout)),
            idle: .seconds(Int64(values.httpIdleTimeout)), stall: .seconds(Int64(values.httpStallTimeout)),
            bodyRate: values.httpBodyRate, streams: values.httpStreams, streamsPerAddress: values.httpStreamsPerAddress,
            floodPause: .seconds(Int64(values.httpFloodPause)))
    }
    /// How many large bodies may wait to be looked through: each that an address may have under way has a place.
    var works: PatientWorks.Places {
        let share = max(values.httpConnectionsPerAddress, values.httpStreamsPerAddress)
        return PatientWorks.Places(count: 2 * share, share: share, site: site)
    }
    /// How much more than one address a whole site may have.
    var site: SiteRule { SiteRule(factor: values.httpSiteFactor) }
    /// Seconds.
    var shutdownTimeout: Int { values.httpShutdownTimeout }
    /// Folder for everything that is kept.
    package var dataFolder: String { values.dataFolder }
    /// Least level that is logged.
    package var logLevel: Logger.Level { values.logLevel }
    /// Whether log lines are JSON.
    package var logsJSON: Bool { values.logFormat == .json }
    var environmentFile: String? { values.environmentFile }
    var faultsFile: String? { values.faultsFile }
    var scenariosFile: String? { values.scenariosFile }
    var clocksFile: String? { values.clocksFile }
    /// Sites whose pages may call the routes of administrators.
    var origins: AllowedOrigins { AllowedOrigins(values.httpOrigins) }
    var database: ConsoleDatabase.Options {
        ConsoleDatabase.Options(
            synchronous: values.databaseSynchronous, check: values.databaseCheck,
            // SQLite's default page has 4 KiB.
            maximumPages: values.databaseMaximumMegabytes * 256)
    }
    var serverNames: [String] { values.tlsNames }
    /// Seconds between looks at the files of the operator's certificate; 0 for none.
    var certificateInterval: Int { values.tlsReloadInterval }
    var adminUser: String { values.adminUser }
    var adminPassword: String { values.adminPassword }
    /// Whether a password other than the default was configured.
    ///
    /// A configuration file that shows every key repeats the default; that is no wish to go back to it.
    var isAdminPasswordGiven: Bool { adminPassword != ConfigurationKey.adminPassword.defaultText }
    var adminToken: String? { values.adminToken }
    var tenantCode: String? { values.adminTenantCode }
    /// How strictly signatures are taken.
    var signatures: SignatureRules {
        SignatureRules(
            mode: values.signatureMode, freshness: values.signatureFreshness, replay: values.signatureReplay,
            publicURL: publicURL)
    }
    var scryptCost: Int { values.scryptCost }
    /// Bytes an address of a request may have.
    var targetBytes: Int { values.httpTargetBytes }
    /// Passwords that may wait to be checked.
    var passwordQueue: Int { values.passwordsQueue }
    /// Passwords of one sender among them.
    var passwordShare: Int { values.passwordsShare }
    /// Rows of append-only tables.
    var retention: Retention { limits.retention }
    /// Bytes of bodies under way.
    var spool: BodyByteLimiter.Bounds {
        BodyByteLimiter.Bounds(
            bytes: values.spoolBytes, bytesPerAddress: values.spoolBytesPerAddress,
            provenBytes: values.spoolProvenBytes, memory: values.bodiesBytes,
            memoryPerAddress: values.bodiesBytesPerAddress, works: values.spoolWorks, site: site)
    }
    /// How much there may be of everything for each customer, and where it says that something was refused.
    func quotas(telling log: LimitLog) -> Quotas {
        let keys = ConfigurationKeys.all
        func quota(_ key: Key<Int>) -> (limit: Int, key: String) { (key.read(values.entry(key.key)), key.key.name) }
        return Quotas(log: log) { kind in
            switch kind {
            case .devices, .registeredDevices: quota(keys.quotasDevices)
            case .users: quota(keys.quotasUsers)
            case .groups: quota(keys.quotasGroups)
            case .userGroups: quota(keys.quotasUserGroups)
            case .tags: quota(keys.quotasTags)
            case .smartGroups: quota(keys.quotasSmartGroups)
            case .profiles: quota(keys.quotasProfiles)
            case .profileVersions: quota(keys.quotasProfileVersions)
            case .uploads: quota(keys.quotasUploads)
            case .uploadBytes: quota(keys.quotasUploadBytes)
            case .blobBytes: quota(keys.quotasBlobBytes)
            case .apps, .appGroups, .administrators, .apiKeys, .oauthClients, .eventNotifications, .geofences,
                .complianceRules, .termsOfUse, .brandingImages:
                quota(keys.quotasObjects)
            case .notes, .attributes, .tokens, .termsVersions, .installations, .credentials, .accessTokens:
                quota(keys.quotasEntries)
            case .escrowedKeys: quota(keys.quotasEscrowedKeys)
            }
        }
    }
    /// Whether a page may say what to type: the console listens to this machine only, and has the demo's password.
    var hasDemoPassword: Bool {
        profile == .local && publicURL == nil && ["127.0.0.1", "::1", "localhost"].contains(host)
            && !isAdminPasswordGiven
    }
    /// How long people stay signed in to pages.
    var sessions: SessionRules {
        SessionRules(
            idleSeconds: Int64(values.webIdleTimeout), lifetime: Int64(values.webSessionLifetime),
            limit: values.webSessions)
    }
    /// Whether pages may say how a user of the demo environment signs in: the console listens to this machine only.
    var hasDemoUser: Bool {
        profile == .local && publicURL == nil && ["127.0.0.1", "::1", "localhost"].contains(host)
            && values.environmentFile == nil
    }
    /// Whether clients have to be made to trust the certificate: it is not one of a public authority or of a proxy.
    var showsTrustAnchor: Bool { publicURL == nil && (certificateFiles == nil || certificateFiles?.authority != nil) }
    /// Whether the world reaches the self-service portal in the public profile.
    var hasPortal: Bool { values.webPortal }
    /// Searches for texts in logs.
    var searches: LogSearchRules {
        LogSearchRules(
            count: values.searchesCount, perCustomer: values.searchesPerCustomer, bytes: Int64(values.searchesBytes))
    }
    /// How commands are delivered, and what they are called.
    var commands: CommandRules {
        CommandRules(
            maximumDeliveries: Int64(values.commandsMaximumDeliveries), logTypeName: values.commandsLogTypeName)
    }
    /// Seconds a wipe may be pending; 0 for ever.
    var pendingWipeTimeout: Int64 { Int64(values.wipePendingTimeout) }
    /// The answer to apps that will be wiped.
    var wipeCommands: WipeCommands.Names {
        WipeCommands.Names(enterpriseWipe: values.wipeEnterpriseCommand, deviceWipe: values.wipeDeviceCommand)
    }

    /// The names of commands that query a device.
    var requeryNames: RequeryNames {
        RequeryNames(
            appList: values.requeryAppList, deviceInfo: values.requeryDeviceInfo,
            profilesInfo: values.requeryProfilesInfo, securityInfo: values.requerySecurityInfo)
    }

    /// Numbers of types of samples that the configuration names.
    var sampleTypeNumbers: SampleTypeNumbers {
        SampleTypeNumbers(wifi: values.samplesWifiType, callLog: values.samplesCallLogType)
    }
    /// Whether an IPA that cannot be read becomes an app all the same.
    var acceptsUnreadablePackages: Bool { values.appsAcceptUnreadablePackages }
    /// Hours after the last chunk until an upload is given up.
    var uploadHours: Int { values.appsUploadHours }
    /// What the journal keeps.
    var journal: JournalRules {
        JournalRules(
            isOn: values.journalEnabled, entries: values.journalEntries, bytes: values.journalBytes,
            bodyBytes: values.journalBodyBytes, secrets: values.journalSecrets,
            exportsPerCustomer: values.journalExportsPerCustomer, searchSeconds: values.journalSearchSeconds)
    }
    /// How many sandboxes there may be, and how long.
    var sandboxes: SandboxRules {
        SandboxRules(
            count: values.sandboxesCount, idle: Int64(values.sandboxesIdle), passwordCost: values.sandboxesPasswordCost)
    }
    /// How many may wait for requests, and how long.
    var snapshots: SnapshotRules { SnapshotRules(count: values.snapshotsCount, bytes: values.snapshotsBytes) }
    /// How many may wait, and how long.
    var waits: WaitRules { WaitRules(perCustomer: values.waitsPerCustomer, seconds: values.waitsSeconds) }
    /// How many faults there may be, and how long they hold requests up.
    var faults: FaultRules {
        FaultRules(
            perCustomer: values.faultsPerCustomer, seconds: values.faultsSeconds, bodyBytes: values.faultsBodyBytes)
    }
    /// How many scenarios there may be, and how many each follows.
    var scenarios: ScenarioRules {
        ScenarioRules(perCustomer: values.scenariosPerCustomer, keys: values.scenariosKeys)
    }
    /// The token that may read figures; nil if there is none.
    var metricsToken: String? { values.metricsToken }
    /// How many streams of events there may be, and how.
    var stream: StreamRules {
        StreamRules(
            perCustomer: values.streamPerCustomer, backlog: values.streamBacklog,
            heartbeat: .seconds(values.streamHeartbeat), patience: .seconds(values.streamPatience),
            seconds: values.streamSeconds)
    }
}
