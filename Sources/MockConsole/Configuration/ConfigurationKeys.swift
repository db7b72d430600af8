import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices
import Logging
import MockControl

/// Every configuration key: its name, its default, what it takes, and what it means (Configuration).
///
/// A key is declared here and nowhere else. Its type follows from its default; checks, `mockuem config` and the order
/// in which keys are shown follow from the declarations.
package struct ConfigurationKeys: Sendable {
    /// The declarations.
    package static let all = ConfigurationKeys()

    // Listening
    let profile = Key(
        "profile", Profile.local,
        "local for this machine and a network of one's own; public for addresses that the world reaches.")
    package let httpHost = Key(
        "http.host", "127.0.0.1", "Address to listen on. 0.0.0.0 lets devices in the network in.")
    package let httpPort = Key("http.port", 8080, in: 0...65535, "Port for plain HTTP; 0 picks a free one.")
    package let httpsPort = Key(
        "https.port", 8443, in: 0...65535, "Port for HTTPS (HTTP/1.1 and HTTP/2); 0 picks a free one.")
    let httpIdleTimeout = Key(
        "http.idleTimeout", 120, in: 1...86400, "Seconds after which an idle connection is closed.")
    let httpHandshakeTimeout = Key(
        "http.handshakeTimeout", 10, in: 1...3600, "Seconds a TLS handshake may take.")
    let httpHeadTimeout = Key(
        "http.headTimeout", 30, in: 1...3600, "Seconds until the head of the first request has to be there.")
    let httpStallTimeout = Key(
        "http.stallTimeout", 30, in: 1...3600,
        "Seconds without a byte after which a body or an answer under way is given up.")
    let httpConnections = Key(
        "http.connections", 4096, in: 16...1_000_000,
        "Most connections at a time, or fewer if the process may open fewer files. Silent ones give way to others.")
    let httpConnectionsPerAddress = Key(
        "http.connectionsPerAddress", 2048, in: 1...1_000_000, "Most connections of one address at a time.")
    let httpSiteFactor = Key(
        "http.siteFactor", 8, in: 1...65536,
        "How much more than one address an IPv6 network of 48 bits may have of all limits by address, half of all at most."
    )
    let httpStreams = Key(
        "http.streams", 100, in: 1...100, "Most requests under way on one connection of HTTP/2.")
    let httpStreamsPerAddress = Key(
        "http.streamsPerAddress", 2000, in: 1...1_000_000,
        "Most requests under way of one address over HTTP/2, the first on each connection not counted.")
    let httpFloodPause = Key(
        "http.floodPause", 1, in: 0...60,
        "Seconds a new connection waits for each of its address that was ended for a flood over HTTP/2; 0 for none.")
    let httpBodyRate = Key(
        "http.bodyRate", 256, in: 0...1_000_000_000,
        "Least bytes a second of a body on average, once it has taken http.stallTimeout; 0 asks for none.")
    let httpTargetBytes = Key(
        "http.targetBytes", 16_384, in: 1024...65_536,
        "Most bytes of the address of a request, path and query; longer ones are answered 414.")
    let httpProxies = Key<[String]>(
        "http.proxies",
        "Addresses and ranges of proxies that are believed where requests come from; empty believes none.")
    let httpProxyHeader = Key(
        "http.proxyHeader", ProxyHeader.forwardedFor,
        "Header in which these proxies say it: x-forwarded-for or forwarded. The other one is ignored.")
    let httpOrigins = Key<[String]>(
        "http.origins",
        "Origins such as https://tool.example.com whose pages may call /api and /_mock from a browser; empty is none.")
    let httpShutdownTimeout = Key(
        "http.shutdownTimeout", 10, in: 0...3600,
        "Seconds a stop waits for requests under way before it cuts them off.")
    let httpRedirect = Key(
        "http.redirect", false,
        "Whether http.port leads to HTTPS in the public profile, which serves nothing without TLS: true or false.")
    let publicURL = Key<String?>(
        "public.url", "Origin clients use when a proxy stands in front: used in links and when checking signatures.")
    let consoleVersion = Key(
        "console.version", "24.10.0.0",
        "Console version sent to clients in x-aw-version; 9.1 or later, and SDK 19.8 needs 9.3.")

    // Data
    package let dataFolder = Key("data.folder", ".mockuem", "Folder for database, keys and certificates.")
    let environmentFile = Key<String?>(
        "environment.file", "Environment file to seed an empty database with, instead of the built-in one.")
    let databaseSynchronous = Key(
        "database.synchronous", ConsoleDatabase.Synchronous.normal,
        "off, normal (safe against a killed process) or full (safe against a power cut).")
    let databaseCheck = Key(
        "database.check", ConsoleDatabase.Check.quick,
        "How the database is checked at start: none, quick (after a stop that was not clean) or full (always).")
    let databaseMaximumMegabytes = Key(
        "database.maximumMegabytes", 0, in: 0...1_000_000,
        "Size the database may grow to, in MiB; 0 is as large as the disk allows.")

    // Log output
    let logLevel = Key("log.level", Logger.Level.info, "Least level that is logged.")
    let logFormat = Key("log.format", LineLogHandler.Form.text, "text for people, json for programs.")
    let logRepeats = Key(
        "log.repeats", 200, in: 1...1_000_000,
        "Most lines of the same words in ten seconds; further ones are left out and counted.")
    let bannerSecrets = Key(
        "banner.secrets", Banner.Secrets.terminal,
        "When the banner of a start shows passwords and tokens: always, never, or on a terminal.")

    // Certificate
    let tlsNames = Key<[String]>("tls.names", "More names and addresses for the server certificate.")
    let tlsCertificate = Key<String?>(
        "tls.certificate", "Your own server certificate (PEM, with its chain) instead of a self-made one.")
    let tlsKey = Key<String?>("tls.key", "Key of that certificate (PEM).")
    let tlsCA = Key<String?>(
        "tls.ca", "Certificate clients have to trust for it (PEM); by default the certificate itself.")
    let tlsReloadInterval = Key(
        "tls.reloadInterval", 5, in: 0...86400,
        "Seconds between looks whether the files of that certificate have changed; 0 looks only on SIGHUP.")

    // Administrators
    let adminUser = Key("admin.user", "admin", "Administrator made at first start.")
    let adminPassword = Key("admin.password", "admin", secret: true, "Password of that administrator.")
    let adminHost = Key(
        "admin.host", "127.0.0.1",
        "Address of the listener for administrators, testers and operators in the public profile.")
    let adminPort = Key(
        "admin.port", 8444, in: 0...65535, "Port of that listener, for plain HTTP; 0 picks a free one.")
    let adminExposed = Key(
        "admin.exposed", false,
        "Whether admin.host may be an address that other machines reach: true or false.")
    let adminMinimumPasswordLength = Key(
        "admin.minimumPasswordLength", 1, in: 1...255, "Characters a password of an administrator has at least.")
    let adminToken = Key<String?>(
        "admin.token", secret: true, "Bearer token for the admin API; generated and kept if empty.")
    let adminTenantCode = Key<String?>(
        "admin.tenantCode", secret: true, "API key (aw-tenant-code); generated and kept if empty.")
    let adminOAuthClientId = Key(
        "admin.oauthClientId", "mockuem", "Id of the OAuth client made at first start.")
    let adminOAuthClientSecret = Key<String?>(
        "admin.oauthClientSecret", secret: true, "Secret of that client; generated and kept if empty.")
    let adminTokenLifetime = Key(
        "admin.tokenLifetime", 3600, in: 1...31_536_000, "Seconds an access token of an OAuth client can be used.")
    let adminSignInFailures = Key(
        "admin.signInFailures", 10, in: 0...1_000_000,
        "Failed sign-ins of an administrator, or to the portal, from one address before more are refused; 0 never.")
    let adminSignInWindow = Key(
        "admin.signInWindow", 60, in: 1...86400,
        "Seconds in which failed sign-ins are counted, and refused when there are too many.")
    let adminDailyQuota = Key(
        "admin.dailyQuota", 1_000_000, in: 0...1_000_000_000,
        "Requests an API key or OAuth client may send a day; 0 is no limit.")

    // Pages
    let webIdleTimeout = Key(
        "web.idleTimeout", 3600, in: 60...31_536_000,
        "Seconds without a request after which pages ask to sign in again.")
    let webSessionLifetime = Key(
        "web.sessionLifetime", 43_200, in: 60...31_536_000,
        "Seconds after which pages ask to sign in again in any case.")
    let webSessions = Key(
        "web.sessions", 1000, in: 10...1_000_000, "Most people signed in to pages at a time; a tenth for one of them.")
    let webPortal = Key(
        "web.portal", false,
        "Whether the public profile serves the self-service portal, /mydevice, to the world; the local one does."
    )

    // Credentials and passwords
    let signatureMode = Key(
        "signature.mode", SignatureMode.strict,
        "strict refuses HMAC signatures that do not match; lenient logs and accepts them.")
    let signatureFreshness = Key(
        "signature.freshness", 0, in: 0...31_536_000,
        "Seconds the DATE of a signed request may be off; 0 does not check it.")
    let signatureReplay = Key(
        "signature.replay", ReplayRule.allow,
        "refuse answers a signed request that changes something once, within signature.freshness; allow each time.")
    let samlReturnSchemes = Key<[String]>(
        "saml.returnSchemes",
        "URL schemes of apps to which the identity provider returns users; empty: any app's own, in public none.")
    let scryptCost = Key(
        "passwords.scryptCost", 14, in: PasswordHasher.costs, "Base-2 logarithm of the cost of hashing passwords.")
    let passwordsQueue = Key(
        "passwords.queue", 256, in: 1...1_000_000,
        "Passwords that may wait to be checked; a login beyond that is answered 503.")
    let passwordsShare = Key(
        "passwords.share", 64, in: 1...1_000_000,
        "Passwords of one sender among them; a login beyond that is answered 429.")
    let passwordsLockout = Key(
        "passwords.lockout", PasswordLockout.account,
        "account locks users after wrong passwords, as their group's settings say; none locks nobody.")
    let passwordsUniformRefusals = Key(
        "passwords.uniformRefusals", false,
        "Whether an unknown name, a wrong password and a locked account get the same answer: true or false.")
    let passwordsFailures = Key(
        "passwords.failures", 0, in: 0...1_000_000,
        "Wrong passwords of a user from one address before further ones are slowed down; 0 never.")
    let passwordsWindow = Key(
        "passwords.window", 300, in: 1...86400, "Seconds in which wrong passwords of users are counted.")
    let passwordsPause = Key(
        "passwords.pause", 1000, in: 1...60000,
        "Milliseconds between two attempts or look-ups of a sender that is slowed down.")

    // Look-ups
    let lookupsMisses = Key(
        "lookups.misses", 1000, in: 0...1_000_000,
        "Group IDs, domains, tokens and devices an address may ask for in vain before it is slowed down; 0 is any.")
    let lookupsWindow = Key("lookups.window", 60, in: 1...86400, "Seconds in which look-ups in vain are counted.")
    let lookupsGroupNames = Key(
        "lookups.groupNames", true,
        "Whether the open status of a device has the name of its group, or the Group ID in its place: true or false.")

    // Limits
    let limitsLogin = Key(
        "limits.login", 65536, in: 1...1_000_000_000, "Largest login or registration, in bytes.")
    let limitsMessage = Key(
        "limits.message", 1_048_576, in: 1...1_000_000_000, "Largest beacon or other small message, in bytes.")
    let limitsCommand = Key(
        "limits.command", 10_485_760, in: 1...1_000_000_000,
        "Largest command to queue, and acknowledgement with its results, in bytes.")
    let limitsLog = Key("limits.log", 209_715_200, in: 1...10_000_000_000, "Largest log upload, in bytes.")
    let limitsAnalytics = Key(
        "limits.analytics", 4_194_304, in: 1...1_000_000_000,
        "Largest packet of the interrogator or batch of analytics, in bytes.")
    let limitsUnverifiedLog = Key(
        "limits.unverifiedLog", 10_485_760, in: 0...10_000_000_000,
        "Largest log of an app without identity, in bytes; 0 refuses them.")
    let limitsImage = Key("limits.image", 2_097_152, in: 1...1_000_000_000, "Largest branding image, in bytes.")
    let limitsBlob = Key(
        "limits.blob", 2_147_483_648, in: 1...100_000_000_000,
        "Largest uploaded file, in bytes; also all chunks of an app together.")
    let limitsChunk = Key(
        "limits.chunk", 67_108_864, in: 1...1_000_000_000,
        "Largest body with a chunk of an app, which is in base64, in bytes.")
    // The size of an export with a few pictures.
    let limitsEnvironment = Key(
        "limits.environment", 67_108_864, in: 1...1_000_000_000, "Largest environment file or SDK profile, in bytes.")
    let limitsPage = Key("limits.page", 500, in: 1...10000, "Most rows on a page of a list.")

    let spoolBytes = Key(
        "spool.bytes", 1_073_741_824, in: 1_048_576...1_000_000_000_000_000,
        "Bytes of large bodies under way, in files, of senders not yet proven; beyond them one is answered 503.")
    let spoolBytesPerAddress = Key(
        "spool.bytesPerAddress", 536_870_912, in: 1_048_576...1_000_000_000_000_000,
        "Bytes of those of one address (IPv6: its network of 64 bits); beyond them one is answered 429.")
    let spoolProvenBytes = Key(
        "spool.provenBytes", 8_589_934_592, in: 1_048_576...1_000_000_000_000_000,
        "Bytes of large bodies under way of proven senders, half of them for one group or address; else 503 or 429.")
    let spoolWorks = Key(
        "spool.works", 4, in: 1...64, "Works on such files at a time, each on a thread of its own; senders take turns.")
    let bodiesBytes = Key(
        "bodies.bytes", 536_870_912, in: 1_048_576...1_000_000_000_000,
        "Bytes of bodies above 8 KiB that arrive and are kept in memory; beyond them one is answered 503.")
    let bodiesBytesPerAddress = Key(
        "bodies.bytesPerAddress", 268_435_456, in: 1_048_576...1_000_000_000_000,
        "Bytes of those of one address (IPv6: its network of 64 bits); beyond them one is answered 429.")
    let searchesCount = Key(
        "searches.count", 3, in: 1...1000,
        "Searches for a text in logs at a time; beyond them one is answered 429.")
    let searchesPerCustomer = Key(
        "searches.perCustomer", 2, in: 1...1000,
        "Searches for a text in logs of one customer at a time; beyond them one is answered 429.")
    let searchesBytes = Key(
        "searches.bytes", 2_147_483_648, in: 1...1_000_000_000_000_000,
        "Bytes of logs that one search for a text reads; a wider one is refused until it is narrowed.")

    // Commands, wipes and apps
    let commandsMaximumDeliveries = Key(
        "commands.maximumDeliveries", 5, in: 1...1_000_000,
        "Deliveries without an acknowledgement after which a command is dropped.")
    let wipePendingTimeout = Key(
        "wipe.pendingTimeout", 300, in: 0...31_536_000,
        "Seconds after which a device whose wipe is pending counts as un-enrolled; 0 waits for ever.")
    let wipeEnterpriseCommand = Key(
        "wipe.enterpriseCommand", "EnterpriseWipe",
        "RequestType of the command for an enterprise wipe; empty sends none.")
    let wipeDeviceCommand = Key(
        "wipe.deviceCommand", "DeviceWipe", "RequestType of the command for a device wipe; empty sends none.")
    let commandsLogTypeName = Key(
        "commands.logTypeName", "LogType", "Key that names the kind of logs in UploadLogs; empty leaves it out.")
    let requeryAppList = Key(
        "requery.appList", "InstalledApplicationList",
        "RequestType of the query for applist; empty queues none.")
    let requeryDeviceInfo = Key(
        "requery.deviceInfo", "DeviceInformation", "RequestType of the query for deviceinfo; empty queues none.")
    let requeryProfilesInfo = Key(
        "requery.profilesInfo", "RequestProfiles", "RequestType of the query for profilesinfo; empty queues none.")
    let requerySecurityInfo = Key(
        "requery.securityInfo", "SecurityInfo", "RequestType of the query for securityinfo; empty queues none.")
    let samplesWifiType = Key(
        "samples.wifiType", -1, in: -1...65535,
        "Type number of Wi-Fi samples in the interrogator; -1 if it is not known.")
    let samplesCallLogType = Key(
        "samples.callLogType", -1, in: -1...65535,
        "Type number of call-log samples in the interrogator; -1 if it is not known.")
    let appsAcceptUnreadablePackages = Key(
        "apps.acceptUnreadablePackages", false,
        "Whether an IPA that cannot be read becomes an app by its file name: true or false.")
    let appsUploadHours = Key(
        "apps.uploadHours", 24, in: 1...8760, "Hours after its last chunk until an upload in chunks is given up.")

    // Wire names
    let wireCopyPasteOut = Key(
        "wireNames.copyPasteOut", ProfileWireNames.standard.copyPasteOut,
        "Name under which clients read the SDK profile setting EnableCopyPasteOut.")
    let wireCopyPasteInto = Key(
        "wireNames.copyPasteInto", ProfileWireNames.standard.copyPasteInto,
        "Name under which clients read the SDK profile setting EnableCopyPasteInto.")
    let wireThirdPartyKeyboards = Key(
        "wireNames.thirdPartyKeyboards", ProfileWireNames.standard.thirdPartyKeyboards,
        "Name under which clients read the SDK profile setting EnableThirdPartyKeyboards.")
    let wireIntegratedCredential = Key(
        "wireNames.integratedCredential", ProfileWireNames.standard.integratedCredential,
        "Name under which clients read the SDK profile setting IntegratedAuthenticationCredential.")
    let wireCompromisedAction = Key(
        "wireNames.compromisedAction", ProfileWireNames.standard.compromisedAction,
        "Name under which clients read the SDK profile setting CompromisedAction.")
    let wireAppCompliance = Key(
        "wireNames.appCompliance", ProfileWireNames.standard.appCompliance,
        "Type of payload clients read SDKAppComplianceV2 under.")
    let wireAppVersionEnabled = Key(
        "wireNames.appVersionEnabled", "EnableApplicationVersion",
        "Name under which clients read the SDK profile setting EnableApplicationVersion.")
    let wireAppIdentifier = Key(
        "wireNames.appIdentifier", "ApplicationIdentifier",
        "Name under which clients read the SDK profile setting ApplicationIdentifier.")
    let wireAppVersionOperator = Key(
        "wireNames.appVersionOperator", "ApplicationVersionOperator",
        "Name under which clients read the SDK profile setting ApplicationVersionOperator.")
    let wireAppVersion = Key(
        "wireNames.appVersion", "ApplicationVersion",
        "Name under which clients read the SDK profile setting ApplicationVersion.")
    let wireOSVersionEnabled = Key(
        "wireNames.osVersionEnabled", "EnableOSVersion",
        "Name under which clients read the SDK profile setting EnableOSVersion.")
    let wireOSVersionOperator = Key(
        "wireNames.osVersionOperator", "OSVersionOperator",
        "Name under which clients read the SDK profile setting OSVersionOperator.")
    let wireOSVersion = Key(
        "wireNames.osVersion", "OSVersion",
        "Name under which clients read the SDK profile setting OSVersion.")
    let wireOSVersionAction = Key(
        "wireNames.osVersionAction", "OSVersionAction",
        "Name under which clients read the SDK profile setting OSVersionAction.")
    let wireRootCertificate = Key(
        "wireNames.rootCertificate", ProfileWireNames.standard.rootCertificate,
        "CertificateType of a root authority in SDK profiles.")
    let wireIntermediateCertificate = Key(
        "wireNames.intermediateCertificate", ProfileWireNames.standard.intermediateCertificate,
        "CertificateType of an intermediate authority in SDK profiles.")
    let wireSSLCertificate = Key(
        "wireNames.sslCertificate", ProfileWireNames.standard.sslCertificate,
        "CertificateType of the certificate of a server in SDK profiles.")

    // Event notifications
    let notificationsAllowPrivateTargets = Key(
        "notifications.allowPrivateTargets", false,
        "Whether event notifications may go to this machine and to private networks: true or false.")
    let notificationsAllowedHosts = Key<[String]>(
        "notifications.allowedHosts",
        "Hosts event notifications may go to: names, *.domains, addresses, ranges; an empty list allows all.")
    let notificationsAllowedPorts = Key<[String]>(
        "notifications.allowedPorts", "Ports they may go to; an empty list allows all.")
    let notificationsCA = Key<String?>(
        "notifications.ca",
        "Certificates to trust beside those of the system (PEM), for targets of event notifications.")
    let notificationsRedirects = Key(
        "notifications.redirects", 3, in: 0...10, "Redirects a delivery follows, each checked like its target.")
    let notificationsConnectTimeout = Key(
        "notifications.connectTimeout", 5, in: 1...120, "Seconds a delivery waits for a connection.")
    let notificationsTimeout = Key(
        "notifications.timeout", 10, in: 1...120, "Seconds a delivery may take, redirects included.")
    let notificationsAttempts = Key(
        "notifications.attempts", 10, in: 1...100, "Attempts after which a delivery is given up.")

    // Retention
    let retentionBeacons = Key(
        "retention.beacons", 100_000, in: 1...1_000_000_000, "Most beacons kept; the oldest go first.")
    let retentionLogBytes = Key(
        "retention.logBytes", 2_147_483_648, in: 1...1_000_000_000_000_000,
        "Bytes all logs may take, shared equally among the customers; beyond its share a log is refused.")
    let retentionUnverifiedLogBytes = Key(
        "retention.unverifiedLogBytes", 104_857_600, in: 1...1_000_000_000_000_000,
        "Bytes logs of apps without identity may take, among all logs, shared equally among the customers.")
    let retentionCommands = Key(
        "retention.commands", 100_000, in: 1...1_000_000_000, "Most commands kept; the oldest go first.")
    let retentionEvents = Key(
        "retention.events", 100_000, in: 1...1_000_000_000, "Most rows of the event log kept; the oldest go first.")
    let retentionAnalytics = Key(
        "retention.analytics", 100_000, in: 1...1_000_000_000, "Most analytics events kept; the oldest go first.")
    let retentionSamples = Key(
        "retention.samples", 100_000, in: 1...1_000_000_000, "Most device samples kept; the oldest go first.")
    let retentionDataUsage = Key(
        "retention.dataUsage", 10000, in: 1...1_000_000_000, "Most reports of data usage kept; the oldest go first.")
    let retentionPushTokens = Key(
        "retention.pushTokens", 100_000, in: 1...1_000_000_000,
        "Most push tokens kept in the history; the oldest go first.")
    let retentionLocations = Key(
        "retention.locations", 100_000, in: 1...1_000_000_000, "Most locations kept; the oldest go first.")
    let retentionAcceptances = Key(
        "retention.acceptances", 100_000, in: 1...1_000_000_000,
        "Most decisions about terms of use kept; the oldest go first.")
    let retentionPinReports = Key(
        "retention.pinReports", 10000, in: 1...1_000_000_000,
        "Most reports of pins that did not match kept; the oldest go first.")
    let retentionSignIns = Key(
        "retention.signIns", 10000, in: 1...1_000_000_000, "Most sign-ins of administrators kept; the oldest go first.")
    let retentionWipes = Key(
        "retention.wipes", 10000, in: 1...1_000_000_000,
        "Most ordered wipes kept in the log of wipes; the oldest go first.")
    let retentionMessages = Key(
        "retention.messages", 10000, in: 1...1_000_000_000,
        "Most messages to users of devices kept; the oldest go first.")
    let retentionUploads = Key(
        "retention.uploads", 100, in: 1...100_000,
        "Most uploads in chunks under way; the one longest unused goes first.")
    let retentionDeliveries = Key(
        "retention.deliveries", 10000, in: 1...1_000_000_000,
        "Most deliveries of event notifications kept; the oldest go first.")

    // Quotas
    let quotasDevices = Key(
        "quotas.devices", 100_000, in: 1...1_000_000_000,
        "Most devices of each customer, and as many registered in advance; another one is refused (409).")
    let quotasUsers = Key(
        "quotas.users", 100_000, in: 1...1_000_000_000,
        "Most enrollment users of each customer; another one is refused (409).")
    let quotasGroups = Key(
        "quotas.groups", 1000, in: 1...1_000_000,
        "Most organization groups of each customer; another one is refused (409).")
    let quotasUserGroups = Key(
        "quotas.userGroups", 10000, in: 1...10_000_000,
        "Most user groups of each customer; another one is refused (409).")
    let quotasTags = Key(
        "quotas.tags", 10000, in: 1...10_000_000,
        "Most tags of each customer; another one is refused (409).")
    let quotasSmartGroups = Key(
        "quotas.smartGroups", 10000, in: 1...10_000_000,
        "Most smart groups of each customer; another one is refused (409).")
    let quotasProfiles = Key(
        "quotas.profiles", 10000, in: 1...10_000_000,
        "Most SDK and MDM profiles of each customer; another one is refused (409).")
    let quotasProfileVersions = Key(
        "quotas.profileVersions", 1000, in: 1...10_000_000,
        "Most versions kept of each SDK profile; the oldest go first.")
    let quotasUploads = Key(
        "quotas.uploads", 50, in: 1...100_000,
        "Most unfinished uploads in chunks of each customer; another one is refused (409).")
    let quotasUploadBytes = Key(
        "quotas.uploadBytes", 8_589_934_592, in: 1...1_000_000_000_000_000,
        "Bytes of unfinished uploads in chunks of each customer; beyond them a chunk is refused (409).")
    let quotasBlobBytes = Key(
        "quotas.blobBytes", 53_687_091_200, in: 1...1_000_000_000_000_000,
        "Bytes of uploaded files of each customer, those of apps included; beyond them one is refused (409).")
    let quotasObjects = Key(
        "quotas.objects", 10000, in: 1...10_000_000,
        "Most apps, administrators, API keys, geofences and so on of each customer, of each kind; else 409.")
    let quotasEntries = Key(
        "quotas.entries", 1000, in: 1...10_000_000,
        "Most notes, attributes and apps of one device, tokens of one user, versions of one text of terms; else 409.")
    let quotasEscrowedKeys = Key(
        "quotas.escrowedKeys", 200, in: 1...10_000_000,
        "Most keys in escrow of one device, whose users have up to two each; another one is refused (409).")

    // Journal
    let journalEnabled = Key(
        "journal.enabled", true, "Whether requests and answers are kept in the journal: true or false.")
    let journalEntries = Key(
        "journal.entries", 10000, in: 1...10_000_000,
        "Most entries of the journal; the oldest of the customer who takes most go first.")
    let journalBytes = Key(
        "journal.bytes", 67_108_864, in: 1024...1_000_000_000_000,
        "Bytes the entries of the journal may take; the oldest of the customer who takes most go first.")
    let journalBodyBytes = Key(
        "journal.bodyBytes", 65536, in: 0...1_000_000_000, "Bytes the journal keeps of one body.")
    let journalSecrets = Key(
        "journal.secrets", JournalRules.Secrets.redact,
        "What the journal does with passwords, tokens and keys: redact or keep.")
    let journalExportsPerCustomer = Key(
        "journal.exportsPerCustomer", 8, in: 1...100_000,
        "Exports of the journal that may be open at a time for each customer; more are answered 429.")
    let journalSearchSeconds = Key(
        "journal.searchSeconds", 20, in: 1...3600, "Longest time a search of the journal takes, in seconds.")

    // Waits
    let waitsPerCustomer = Key(
        "waits.perCustomer", 256, in: 1...100_000,
        "Requests to /_mock/wait that may be open at a time for each customer; more are answered 429.")
    let waitsSeconds = Key("waits.seconds", 600, in: 1...86_400, "Longest timeout of /_mock/wait, in seconds.")

    // Faults and scenarios
    let faultsFile = Key<String?>("faults.file", "File with a list of faults that each start puts into force.")
    let scenariosFile = Key<String?>(
        "scenarios.file", "File with a list of scenarios that each start puts into force.")
    let clocksFile = Key<String?>("clocks.file", "File with a list of clocks that each start sets.")
    let faultsPerCustomer = Key(
        "faults.perCustomer", 1000, in: 1...100_000, "Most faults of each customer; another one is refused.")
    let faultsSeconds = Key(
        "faults.seconds", 600, in: 1...86_400, "Longest time a fault holds back an answer or a piece of it, in seconds."
    )
    let faultsBodyBytes = Key(
        "faults.bodyBytes", 65536, in: 0...1_000_000_000,
        "Bytes of a body that faults and scenarios look at before a request is handled; longer ones are left alone.")
    let scenariosPerCustomer = Key(
        "scenarios.perCustomer", 100, in: 1...100_000, "Most scenarios of each customer; another one is refused.")
    let scenariosKeys = Key(
        "scenarios.keys", 10000, in: 1...10_000_000,
        "Most devices, users or groups that each scenario follows; others are let pass and counted.")

    // Stream
    let streamPerCustomer = Key(
        "stream.perCustomer", 64, in: 1...100_000,
        "Streams of events that may be open at a time for each customer; more are answered 429.")
    let streamBacklog = Key(
        "stream.backlog", 2000, in: 1...10_000_000,
        "Requests the reader of a stream may fall behind before the stream ends with a notice.")
    let streamHeartbeat = Key(
        "stream.heartbeat", 15, in: 1...3600, "Seconds without a message after which a stream sends a comment.")
    let streamPatience = Key(
        "stream.patience", 30, in: 1...3600,
        "Seconds a reader may take nothing of what is sent before its connection is closed.")
    let streamSeconds = Key(
        "stream.seconds", 86_400, in: 1...604_800, "Longest time a stream stays open, in seconds.")

    // Metrics
    let metricsToken = Key<String?>(
        "metrics.token", secret: true,
        "Bearer token that may read /metrics and nothing else, of 16 characters or more; empty for none.")

    let snapshotsCount = Key(
        "snapshots.count", 100, in: 0...100_000, "Most snapshots that are kept; a further one is answered 409.")
    let snapshotsBytes = Key(
        "snapshots.bytes", 10_737_418_240, in: 0...1_000_000_000_000_000,
        "Bytes that snapshots may take together; a further one is answered 409.")

    // Sandboxes
    let sandboxesCount = Key(
        "sandboxes.count", 256, in: 1...10_000, "Most sandboxes at a time; another is answered 409.")
    let sandboxesIdle = Key(
        "sandboxes.idle", 86_400, in: 0...31_536_000,
        "Seconds after which a sandbox that nobody uses is removed; 0 keeps it.")
    let sandboxesPasswordCost = Key(
        "sandboxes.passwordCost", 8, in: 1...17,
        "Cost of hashing passwords that testers choose for sandboxes, as the power of 2 that scrypt takes.")
    let sandboxesPorts = Key(
        "sandboxes.ports",
        "Ports for plain HTTP, each given to a sandbox as its base URL, such as 9001-9016; 0 picks a free one.")
}
