extension ConfigurationKey {
    /// What a value has to look like.
    public var form: Form {
        switch self {
        case .httpHost, .publicURL, .consoleVersion, .dataFolder, .environmentFile, .tlsCertificate, .tlsKey, .tlsCA,
            .adminUser, .adminOAuthClientId, .notificationsCA:
            .text
        case .adminPassword, .adminToken, .adminTenantCode, .adminOAuthClientSecret: .secret
        case .adminTokenLifetime: .integer(1...31_536_000)
        case .adminSignInFailures: .integer(0...1_000_000)
        case .adminSignInWindow: .integer(1...86_400)
        case .adminDailyQuota: .integer(0...1_000_000_000)
        case .tlsNames, .notificationsAllowedHosts, .notificationsAllowedPorts: .list
        case .httpPort, .httpsPort: .integer(0...65535)
        case .httpIdleTimeout: .integer(1...86_400)
        case .httpShutdownTimeout: .integer(0...3600)
        case .databaseSynchronous: .choice(Database.Synchronous.allCases.map(\.rawValue))
        case .databaseCheck: .choice(Database.Check.allCases.map(\.rawValue))
        case .databaseMaximumMegabytes: .integer(0...1_000_000)
        case .logLevel: .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"])
        case .logFormat: .choice(["text", "json"])
        case .signatureMode: .choice(SignatureMode.allCases.map(\.rawValue))
        case .signatureFreshness: .integer(0...31_536_000)
        case .scryptCost: .integer(PasswordHasher.costs)
        case .passwordsQueue: .integer(1...1_000_000)
        case .limitsLogin, .limitsMessage, .limitsAnalytics, .limitsCommand, .limitsImage,
            .limitsEnvironment:
            .integer(1...1_000_000_000)
        case .limitsLog: .integer(1...10_000_000_000)
        case .limitsBlob: .integer(1...100_000_000_000)
        case .limitsChunk: .integer(1...1_000_000_000)
        case .appsAcceptUnreadablePackages, .notificationsAllowPrivateTargets: .choice(["true", "false"])
        case .notificationsRedirects: .integer(0...10)
        case .notificationsConnectTimeout, .notificationsTimeout: .integer(1...120)
        case .notificationsAttempts: .integer(1...100)
        case .appsUploadHours: .integer(1...8760)
        case .retentionUploads: .integer(1...100_000)
        case .retentionDeliveries: .integer(1...1_000_000_000)
        case .limitsUnverifiedLog: .integer(0...10_000_000_000)
        case .limitsPage: .integer(1...10_000)
        case .commandsMaximumDeliveries: .integer(1...1_000_000)
        case .retentionBeacons, .retentionLogs, .retentionUnverifiedLogs, .retentionCommands, .retentionEvents,
            .retentionAnalytics, .retentionSamples, .retentionDataUsage, .retentionPushTokens, .retentionLocations,
            .retentionAcceptances, .retentionPinReports, .retentionSignIns, .retentionWipes, .retentionMessages:
            .integer(1...1_000_000_000)
        }
    }

    /// The value when nobody says otherwise, as it would be written.
    public var defaultText: String {
        switch self {
        case .httpHost: "127.0.0.1"
        case .httpPort: "8080"
        case .httpsPort: "8443"
        case .httpIdleTimeout: "120"
        case .httpShutdownTimeout: "10"
        case .consoleVersion: "24.10.0.0"
        case .dataFolder: ".mockuem"
        case .databaseSynchronous: "normal"
        case .databaseCheck: "quick"
        case .databaseMaximumMegabytes, .signatureFreshness: "0"
        case .logLevel: "info"
        case .logFormat: "text"
        case .adminUser, .adminPassword: "admin"
        case .adminOAuthClientId: "mockuem"
        case .adminTokenLifetime: "3600"
        case .adminSignInFailures: "10"
        case .adminSignInWindow: "60"
        case .adminDailyQuota: "1000000"
        case .signatureMode: "strict"
        case .scryptCost: "14"
        case .passwordsQueue: "256"
        case .limitsLogin: "65536"
        case .limitsMessage: "1048576"
        case .limitsLog: "209715200"
        case .limitsAnalytics: "4194304"
        case .limitsImage: "2097152"
        case .limitsBlob: "2147483648"
        case .limitsChunk: "67108864"
        case .appsAcceptUnreadablePackages, .notificationsAllowPrivateTargets: "false"
        case .appsUploadHours: "24"
        case .notificationsRedirects: "3"
        case .notificationsConnectTimeout: "5"
        case .notificationsTimeout, .notificationsAttempts: "10"
        case .retentionUploads: "100"
        case .limitsCommand, .limitsUnverifiedLog: "10485760"
        // What an export may come to with a few pictures in it.
        case .limitsEnvironment: "67108864"
        case .limitsPage: "500"
        case .commandsMaximumDeliveries: "5"
        case .retentionBeacons: "100000"
        case .retentionLogs, .retentionDataUsage, .retentionPinReports, .retentionSignIns, .retentionWipes,
            .retentionMessages, .retentionDeliveries:
            "10000"
        case .retentionUnverifiedLogs: "100"
        case .retentionCommands, .retentionEvents, .retentionAnalytics, .retentionSamples, .retentionPushTokens,
            .retentionLocations, .retentionAcceptances:
            "100000"
        case .publicURL, .environmentFile, .tlsNames, .tlsCertificate, .tlsKey, .tlsCA, .adminToken, .adminTenantCode,
            .adminOAuthClientSecret, .notificationsAllowedHosts, .notificationsAllowedPorts, .notificationsCA:
            ""
        }
    }

    /// What it means, in a sentence or two.
    public var summary: String {
        switch self {
        case .httpHost: "Address to listen on. 0.0.0.0 lets devices in the network in."
        case .httpPort: "Port for plain HTTP; 0 picks a free one."
        case .httpsPort: "Port for HTTPS (HTTP/1.1 and HTTP/2); 0 picks a free one."
        case .httpIdleTimeout: "Seconds after which an idle connection is closed."
        case .httpShutdownTimeout: "Seconds a stop waits for requests under way before it cuts them off."
        case .publicURL: "Origin clients use when a proxy stands in front: used in links and when checking signatures."
        case .consoleVersion: "Console version told to clients in x-aw-version; SDK clients want at least 9.3."
        case .dataFolder: "Folder for database, keys and certificates."
        case .environmentFile: "Environment file to seed an empty database with, instead of the built-in one."
        case .databaseSynchronous: "off, normal (safe against a killed process) or full (safe against a power cut)."
        case .databaseCheck: "How the database is checked at start: none, quick or full."
        case .databaseMaximumMegabytes: "Size the database may grow to, in MiB; 0 is as large as the disk allows."
        case .logLevel: "Least level that is logged."
        case .logFormat: "text for people, json for programs."
        case .tlsNames: "More names and addresses for the server certificate."
        case .tlsCertificate: "Server certificate of one's own (PEM, with its chain) instead of a self-made one."
        case .tlsKey: "Key of that certificate (PEM)."
        case .tlsCA: "Certificate clients have to trust for it (PEM); by default the certificate itself."
        case .adminUser: "Administrator made at first start."
        case .adminPassword: "Password of that administrator."
        case .adminToken: "Bearer token for the admin API; generated and kept if empty."
        case .adminTenantCode: "API key (aw-tenant-code); generated and kept if empty."
        case .adminOAuthClientId: "Id of the OAuth client made at first start."
        case .adminOAuthClientSecret: "Secret of that client; generated and kept if empty."
        case .adminTokenLifetime: "Seconds an access token of an OAuth client can be used."
        case .adminSignInFailures: "Failed sign-ins of a name from one address before more are refused; 0 never."
        case .adminSignInWindow: "Seconds in which failed sign-ins are counted, and refused when there are too many."
        case .adminDailyQuota: "Requests an API key or OAuth client has a day; 0 is as many as it likes."
        case .signatureMode: "strict refuses HMAC signatures that do not match; lenient logs and accepts them."
        case .signatureFreshness: "Seconds the DATE of a signed request may be off; 0 does not look at it."
        case .scryptCost: "Base-2 logarithm of the cost of hashing passwords."
        case .passwordsQueue: "Passwords that may wait to be checked; a login beyond that is answered 503."
        case .limitsLogin: "Largest login or registration, in bytes."
        case .limitsMessage: "Largest beacon or other small message, in bytes."
        case .limitsCommand: "Largest command to queue, and acknowledgement with its results, in bytes."
        case .limitsLog: "Largest log upload, in bytes."
        case .limitsImage: "Largest branding image, in bytes."
        case .limitsAnalytics: "Largest packet of the interrogator or batch of analytics, in bytes."
        case .limitsUnverifiedLog: "Largest log of an app without identity, in bytes; 0 takes none of them."
        case .limitsBlob: "Largest uploaded file, in bytes; also all chunks of an app together."
        case .limitsChunk: "Largest body with a chunk of an app, which is in base64, in bytes."
        case .limitsEnvironment: "Largest environment file or SDK profile, in bytes."
        case .limitsPage: "Most rows on a page of a list."
        case .commandsMaximumDeliveries: "Deliveries without an acknowledgement after which a command is dropped."
        case .appsAcceptUnreadablePackages:
            "Whether an IPA that cannot be read becomes an app by its file name: true or false."
        case .appsUploadHours: "Hours after its last chunk until an upload in chunks is given up."
        case .notificationsAllowPrivateTargets:
            "Whether event notifications may go to this machine and to private networks: true or false."
        case .notificationsAllowedHosts:
            "Hosts event notifications may go to: names, *.domains, addresses, ranges; none stands for all."
        case .notificationsAllowedPorts: "Ports they may go to; none stands for all."
        case .notificationsCA:
            "Certificates to trust beside those of the system (PEM), for targets of event notifications."
        case .notificationsRedirects: "Redirects a delivery follows, each looked at like its target."
        case .notificationsConnectTimeout: "Seconds a delivery waits for a connection."
        case .notificationsTimeout: "Seconds a delivery may take, redirects included."
        case .notificationsAttempts: "Attempts after which a delivery is given up."
        case .retentionBeacons: "Most beacons kept; the oldest go first."
        case .retentionLogs: "Most logs kept; the oldest go first."
        case .retentionUnverifiedLogs: "Most logs of apps without identity kept, among all logs; the oldest go first."
        case .retentionCommands: "Most commands kept; the oldest go first."
        case .retentionEvents: "Most rows of the event log kept; the oldest go first."
        case .retentionAnalytics: "Most analytics events kept; the oldest go first."
        case .retentionSamples: "Most device samples kept; the oldest go first."
        case .retentionDataUsage: "Most reports of data usage kept; the oldest go first."
        case .retentionPushTokens: "Most push tokens kept in the history; the oldest go first."
        case .retentionLocations: "Most locations kept; the oldest go first."
        case .retentionAcceptances: "Most decisions about terms of use kept; the oldest go first."
        case .retentionPinReports: "Most reports of pins that did not match kept; the oldest go first."
        case .retentionSignIns: "Most sign-ins of administrators kept; the oldest go first."
        case .retentionWipes: "Most ordered wipes kept in the log of wipes; the oldest go first."
        case .retentionMessages: "Most messages to whoever holds a device kept; the oldest go first."
        case .retentionDeliveries: "Most deliveries of event notifications kept; the oldest go first."
        case .retentionUploads: "Most uploads in chunks under way; the one longest unused goes first."
        }
    }
}
