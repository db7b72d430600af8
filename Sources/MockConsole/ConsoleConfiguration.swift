import Foundation
public import Logging

/// Everything the console is configured with, as one value read once at start (Configuration).
public struct ConsoleConfiguration: Sendable {
    /// What a number of bytes each kind of request may have.
    struct Limits: Sendable {
        let login: Int
        let message: Int
        let command: Int
        let log: Int
        let analytics: Int
        /// 0 takes none.
        let unverifiedLog: Int
        let image: Int
        let blob: Int
        let chunk: Int
        let environment: Int
        /// Rows, not bytes.
        let page: Int
    }

    /// How many rows of each append-only table are kept.
    struct Retention: Sendable {
        let beacons: Int
        let logs: Int
        let unverifiedLogs: Int
        let commands: Int
        let events: Int
        let analytics: Int
        let samples: Int
        let dataUsage: Int
        let pushTokens: Int
        let locations: Int
        let acceptances: Int
        let pinReports: Int
        let signIns: Int
        let wipes: Int
        let messages: Int
        let uploads: Int
        let deliveries: Int
    }

    /// What a start makes for administrators, and what it allows them.
    struct AdminAccess: Sendable {
        let oauthClientId: String
        let oauthClientSecret: String?
        /// Seconds.
        let tokenLifetime: Int64
        /// 0 is off.
        let signInFailures: Int
        /// Seconds.
        let signInWindow: Int64
        /// Requests; 0 is off.
        let dailyQuota: Int

        init(_ values: ResolvedConfiguration) throws {
            oauthClientId = values.text(.adminOAuthClientId)
            guard !oauthClientId.contains(":"), oauthClientId.unicodeScalars.count <= 255 else {
                throw ConfigurationError(
                    "admin.oauthClientId has to be a text of at most 255 characters, without a colon.")
            }
            oauthClientSecret = values.optionalText(.adminOAuthClientSecret)
            tokenLifetime = Int64(values.integer(.adminTokenLifetime))
            signInFailures = values.integer(.adminSignInFailures)
            signInWindow = Int64(values.integer(.adminSignInWindow))
            dailyQuota = values.integer(.adminDailyQuota)
        }
    }

    /// Files of a server certificate of the operator's own.
    struct CertificateFiles: Sendable {
        let certificate: String
        let key: String
        let authority: String?
    }

    /// Address to listen on.
    public var host: String
    /// Port for plain HTTP; 0 picks a free one.
    public var httpPort: Int
    /// Port for HTTPS; 0 picks a free one.
    public var httpsPort: Int
    /// Seconds.
    public var idleTimeout: Int
    /// Seconds.
    public var shutdownTimeout: Int
    /// Folder for everything that is kept.
    public var dataFolder: String
    /// Whether the data folder is a temporary one, removed at exit.
    public var isEphemeral = false
    /// Least level that is logged.
    public var logLevel: Logger.Level
    /// Whether log lines are JSON.
    public var logsJSON: Bool
    /// The origin behind a proxy: scheme, host, optional port.
    let publicURL: URL?
    let consoleVersion: String
    let environmentFile: String?
    var database: Database.Options
    let serverNames: [String]
    let certificateFiles: CertificateFiles?
    let adminUser: String
    let adminPassword: String
    /// Whether a password other than the default was configured.
    let isAdminPasswordGiven: Bool
    let adminToken: String?
    let tenantCode: String?
    let admin: AdminAccess
    let signatureMode: SignatureMode
    /// Seconds; 0 is off.
    let signatureFreshness: Int
    let scryptCost: Int
    /// Passwords that may wait to be checked.
    let passwordQueue: Int
    let limits: Limits
    let retention: Retention
    let notifications: Notifications
    let maximumDeliveries: Int64
    /// Whether an IPA that cannot be read becomes an app all the same.
    let acceptsUnreadablePackages: Bool
    /// Hours after the last chunk until an upload is given up.
    let uploadHours: Int

    /// Reads the configuration of a program start.
    ///
    /// - Throws: ``ConfigurationError`` with a sentence for the person who started it.
    public init(_ values: ResolvedConfiguration) throws {
        let needed: [ConfigurationKey] = [.httpHost, .dataFolder, .adminUser, .adminPassword, .adminOAuthClientId]
        for key in needed where values.text(key).isEmpty {
            throw ConfigurationError("\(key.rawValue) is empty (\(values.origin(key))); it has to be a text.")
        }
        host = values.text(.httpHost)
        httpPort = values.integer(.httpPort)
        httpsPort = values.integer(.httpsPort)
        if httpPort != 0, httpPort == httpsPort {
            throw ConfigurationError("http.port and https.port are both \(httpPort); they have to differ, or be 0.")
        }
        idleTimeout = values.integer(.httpIdleTimeout)
        shutdownTimeout = values.integer(.httpShutdownTimeout)
        dataFolder = values.text(.dataFolder)
        logLevel = Logger.Level(rawValue: values.text(.logLevel)) ?? .info
        logsJSON = values.text(.logFormat) == "json"
        publicURL = try Self.origin(values.optionalText(.publicURL))
        consoleVersion = try Self.version(values.text(.consoleVersion))
        environmentFile = values.optionalText(.environmentFile)
        database = Database.Options(
            synchronous: Database.Synchronous(rawValue: values.text(.databaseSynchronous)) ?? .normal,
            check: Database.Check(rawValue: values.text(.databaseCheck)) ?? .quick,
            // SQLite's default page has 4 KiB.
            maximumPages: values.integer(.databaseMaximumMegabytes) * 256)
        serverNames = values.list(.tlsNames)
        certificateFiles = try Self.certificateFiles(values)
        adminUser = values.text(.adminUser)
        adminPassword = values.text(.adminPassword)
        // A configuration file that shows every key repeats the default; that is no wish to go back to it.
        isAdminPasswordGiven = adminPassword != ConfigurationKey.adminPassword.defaultText
        adminToken = values.optionalText(.adminToken)
        tenantCode = values.optionalText(.adminTenantCode)
        admin = try AdminAccess(values)
        signatureMode = SignatureMode(rawValue: values.text(.signatureMode)) ?? .strict
        signatureFreshness = values.integer(.signatureFreshness)
        scryptCost = values.integer(.scryptCost)
        passwordQueue = values.integer(.passwordsQueue)
        limits = Limits(
            login: values.integer(.limitsLogin), message: values.integer(.limitsMessage),
            command: values.integer(.limitsCommand), log: values.integer(.limitsLog),
            analytics: values.integer(.limitsAnalytics), unverifiedLog: values.integer(.limitsUnverifiedLog),
            image: values.integer(.limitsImage), blob: values.integer(.limitsBlob),
            chunk: values.integer(.limitsChunk),
            environment: values.integer(.limitsEnvironment), page: values.integer(.limitsPage))
        retention = Retention(
            beacons: values.integer(.retentionBeacons), logs: values.integer(.retentionLogs),
            unverifiedLogs: values.integer(.retentionUnverifiedLogs),
            commands: values.integer(.retentionCommands), events: values.integer(.retentionEvents),
            analytics: values.integer(.retentionAnalytics), samples: values.integer(.retentionSamples),
            dataUsage: values.integer(.retentionDataUsage), pushTokens: values.integer(.retentionPushTokens),
            locations: values.integer(.retentionLocations), acceptances: values.integer(.retentionAcceptances),
            pinReports: values.integer(.retentionPinReports), signIns: values.integer(.retentionSignIns),
            wipes: values.integer(.retentionWipes), messages: values.integer(.retentionMessages),
            uploads: values.integer(.retentionUploads), deliveries: values.integer(.retentionDeliveries))
        notifications = try Notifications(values)
        maximumDeliveries = Int64(values.integer(.commandsMaximumDeliveries))
        acceptsUnreadablePackages = values.text(.appsAcceptUnreadablePackages) == "true"
        uploadHours = values.integer(.appsUploadHours)
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
        return text
    }

    private static func certificateFiles(_ values: ResolvedConfiguration) throws -> CertificateFiles? {
        switch (values.optionalText(.tlsCertificate), values.optionalText(.tlsKey)) {
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key, authority: values.optionalText(.tlsCA))
        case (nil, nil): return nil
        default: throw ConfigurationError("tls.certificate and tls.key are given together or not at all.")
        }
    }
}
