/// Every configuration key, its form, its default and what it means (Configuration).
///
/// The raw value is the key in `config.yaml`; `http.port` is `MOCKUEM_HTTP_PORT` in the environment.
public enum ConfigurationKey: String, CaseIterable, Sendable {
    case httpHost = "http.host"
    case httpPort = "http.port"
    case httpsPort = "https.port"
    case httpIdleTimeout = "http.idleTimeout"
    case httpShutdownTimeout = "http.shutdownTimeout"
    case publicURL = "public.url"
    case consoleVersion = "console.version"
    case dataFolder = "data.folder"
    case environmentFile = "environment.file"
    case databaseSynchronous = "database.synchronous"
    case databaseCheck = "database.check"
    case databaseMaximumMegabytes = "database.maximumMegabytes"
    case logLevel = "log.level"
    case logFormat = "log.format"
    case tlsNames = "tls.names"
    case tlsCertificate = "tls.certificate"
    case tlsKey = "tls.key"
    case tlsCA = "tls.ca"
    case adminUser = "admin.user"
    case adminPassword = "admin.password"
    case adminToken = "admin.token"
    case adminTenantCode = "admin.tenantCode"
    case adminOAuthClientId = "admin.oauthClientId"
    case adminOAuthClientSecret = "admin.oauthClientSecret"
    case adminTokenLifetime = "admin.tokenLifetime"
    case adminSignInFailures = "admin.signInFailures"
    case adminSignInWindow = "admin.signInWindow"
    case adminDailyQuota = "admin.dailyQuota"
    case signatureMode = "signature.mode"
    case signatureFreshness = "signature.freshness"
    case scryptCost = "passwords.scryptCost"
    case passwordsQueue = "passwords.queue"
    case limitsLogin = "limits.login"
    case limitsMessage = "limits.message"
    case limitsCommand = "limits.command"
    case limitsLog = "limits.log"
    case limitsAnalytics = "limits.analytics"
    case limitsUnverifiedLog = "limits.unverifiedLog"
    case limitsImage = "limits.image"
    case limitsBlob = "limits.blob"
    case limitsChunk = "limits.chunk"
    case limitsEnvironment = "limits.environment"
    case limitsPage = "limits.page"
    case commandsMaximumDeliveries = "commands.maximumDeliveries"
    case appsAcceptUnreadablePackages = "apps.acceptUnreadablePackages"
    case appsUploadHours = "apps.uploadHours"
    case notificationsAllowPrivateTargets = "notifications.allowPrivateTargets"
    case notificationsAllowedHosts = "notifications.allowedHosts"
    case notificationsAllowedPorts = "notifications.allowedPorts"
    case notificationsCA = "notifications.ca"
    case notificationsRedirects = "notifications.redirects"
    case notificationsConnectTimeout = "notifications.connectTimeout"
    case notificationsTimeout = "notifications.timeout"
    case notificationsAttempts = "notifications.attempts"
    case retentionBeacons = "retention.beacons"
    case retentionLogs = "retention.logs"
    case retentionUnverifiedLogs = "retention.unverifiedLogs"
    case retentionCommands = "retention.commands"
    case retentionEvents = "retention.events"
    case retentionAnalytics = "retention.analytics"
    case retentionSamples = "retention.samples"
    case retentionDataUsage = "retention.dataUsage"
    case retentionPushTokens = "retention.pushTokens"
    case retentionLocations = "retention.locations"
    case retentionAcceptances = "retention.acceptances"
    case retentionPinReports = "retention.pinReports"
    case retentionSignIns = "retention.signIns"
    case retentionWipes = "retention.wipes"
    case retentionMessages = "retention.messages"
    case retentionUploads = "retention.uploads"
    case retentionDeliveries = "retention.deliveries"

    /// What a value of a key looks like.
    public enum Form: Sendable {
        /// Any text; empty means none.
        case text
        /// A text that is redacted wherever it is shown.
        case secret
        /// A whole number in a range.
        case integer(ClosedRange<Int>)
        /// One of some words.
        case choice([String])
        /// Texts, separated by commas in the environment and on the command line.
        case list
    }

    /// Name in the environment: `MOCKUEM_HTTP_IDLE_TIMEOUT` for `http.idleTimeout`.
    public var environmentName: String { "MOCKUEM_" + Self.variableName(rawValue) }

    /// A key the way environment variables are named: `HTTP_IDLE_TIMEOUT`.
    static func variableName(_ key: String) -> String {
        var name = ""
        for character in key {
            if character == "." {
                name.append("_")
            } else {
                if character.isUppercase, name.last?.isUppercase != true || name.last == "_" { name.append("_") }
                name.append(character)
            }
        }
        return name.uppercased()
    }

    /// Whether its value is redacted wherever it is shown.
    public var isSecret: Bool {
        if case .secret = form { true } else { false }
    }
}
