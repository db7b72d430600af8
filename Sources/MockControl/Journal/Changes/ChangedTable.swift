/// What tables are called where one asks for entries of the journal that changed their rows (StateLinks).
enum ChangedTable {
    /// Names of the API, by tables.
    private static let words: [String: String] = [
        "accessToken": "access-tokens",
        "administrator": "administrators",
        "analyticsEvent": "analytics",
        "apiKey": "api-keys",
        "application": "applications",
        "beacon": "beacons",
        "blob": "blobs",
        "command": "commands",
        "complianceRule": "compliance-rules",
        "credential": "credentials",
        "dataUsage": "data-usage",
        "device": "devices",
        "deviceLocation": "locations",
        "deviceLog": "logs",
        "deviceMessage": "messages",
        "deviceSample": "samples",
        "deviceWipe": "wipes",
        "enrollmentToken": "tokens",
        "enrollmentUser": "users",
        "escrowedKey": "escrowed-keys",
        "eventLog": "events",
        "eventNotification": "event-notifications",
        "geofence": "geofences",
        "installation": "installations",
        "mdmProfile": "mdm-profiles",
        "notificationDelivery": "notification-deliveries",
        "oauthClient": "oauth-clients",
        "organizationGroup": "groups",
        "organizationGroupSetting": "group-settings",
        "pinReport": "pin-reports",
        "pinnedHost": "pinned-hosts",
        "pushToken": "push-tokens",
        "sdkProfile": "profiles",
        "smartGroup": "smart-groups",
        "tag": "tags",
        "termsOfUse": "terms-of-use",
        "termsOfUseDecision": "acceptances",
        "userGroup": "user-groups",
    ]

    private static let tables = Dictionary(words.map { ($0.value, $0.key) }) { first, _ in first }

    /// What a table is called; a table nobody asks for by its own name is called as it is.
    static func word(_ table: String) -> String { words[table] ?? table }

    /// The table of a word.
    static func table(_ word: String) -> String { tables[word.lowercased()] ?? word }

    /// Tables of the console's own book-keeping, which say nothing to a tester.
    static let bookkeeping: Set<String> = [
        "boundedShare", "boundedTable", "deviceChange", "geofenceUse", "grdb_migrations", "logStock",
        "membershipChange",
        "quotaGrowth", "quotaUse",
        "sampleIntake", "unverifiedLogUsage",
    ]
}
