package import HTTPTypes

extension HTTPField.Name {
    /// A header name written in the source, which is always a token.
    private static func known(_ text: String) -> HTTPField.Name {
        HTTPField.Name(text) ?? .connection
    }

    /// The console version every answer carries (DeviceServices, section 1.3).
    static let consoleVersion = known("x-aw-version")
    /// The id of a request, for finding it in the log.
    static let requestID = known("x-request-id")
    /// The id of a request as the admin REST API names it.
    static let correlationID = known("x-correlation-id")
    /// The version that answered, such as `v1` (AdminAPI, "Versions").
    static let apiVersion = known("x-api-version")
    /// The versions a route has, such as `1, 2`.
    static let supportedVersions = known("api-supported-versions")
    /// The API key of an organization group (admin REST API).
    package static let tenantCode = known("aw-tenant-code")
    /// Whether a page of another site sent a request, as browsers say it (W3C, Fetch Metadata).
    static let fetchSite = known("sec-fetch-site")
    /// The host a request is for, where it does not stand in its address.
    package static let host = known("host")
    /// Whom proxies stand before (RFC 7239).
    package static let forwarded = known("forwarded")
    /// The same in the older form.
    package static let forwardedFor = known("x-forwarded-for")
    /// Requests that a caller of the admin REST API may send in a day.
    static let rateLimit = known("x-ratelimit-limit")
    /// How many of them are left.
    static let rateLimitRemaining = known("x-ratelimit-remaining")
    /// How many things a deletion has deleted.
    static let deletedCount = known("x-mockuem-deleted")
    /// When the count starts anew, in seconds since 1970.
    static let rateLimitReset = known("x-ratelimit-reset")
}
