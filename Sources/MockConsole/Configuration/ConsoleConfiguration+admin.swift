extension ConsoleConfiguration {
    /// Credentials that a start creates for administrators, and limits on their access.
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
            oauthClientId = values.adminOAuthClientId
            guard !oauthClientId.contains(":"), oauthClientId.unicodeScalars.count <= 255 else {
                throw ConfigurationError(
                    "admin.oauthClientId has to be a text of at most 255 characters, without a colon.")
            }
            oauthClientSecret = values.adminOAuthClientSecret
            tokenLifetime = Int64(values.adminTokenLifetime)
            signInFailures = values.adminSignInFailures
            signInWindow = Int64(values.adminSignInWindow)
            dailyQuota = values.adminDailyQuota
        }
    }
}
