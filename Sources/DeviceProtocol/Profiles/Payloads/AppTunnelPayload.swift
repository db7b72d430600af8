extension PayloadSchema {
    /// The app tunnel (SDKProfile, section 3.5).
    static let appTunnel = PayloadSchema(
        "AppTunnelingPoliciesV2",
        "App tunnel and proxies.",
        [
            PayloadKey("EnableAppTunnel", .bool, "Switches the tunnel; false, the default, ignores the rest."),
            PayloadKey(
                "AppTunnelMode", .choices((0, "none"), (1, "tunnelProxy"), (2, "f5"), (3, "standardProxy")),
                "Kind of tunnel; none by default.", label: "App Tunnel Mode"),
            PayloadKey(
                "AppTunnelDomains", .strings,
                "Hosts that split the traffic; empty, the default, sends all of it through the tunnel. By the guides the "
                    + "listed ones go past the tunnel, in clients of the 17.6 generation only these go through it. SDK "
                    + "19.8 wants a port other than 80 and 443 with the host, as in wiki.example.test:7777.",
                label: "App Tunnel URLs"),
        ] + tunnelProxyKeys + standardProxyKeys + f5Keys)

    /// The settings of mode 1.
    private static let tunnelProxyKeys = [
        PayloadKey("MAGProxyServer", .text, "Host of the tunnel proxy, mode 1; none by default."),
        PayloadKey("MAGHttpPort", .port, "Port for HTTP, mode 1; 0 by default."),
        PayloadKey("MAGHttpsPort", .port, "Port for HTTPS, mode 1; 0 by default."),
        PayloadKey("MAGUsePublicSSL", .bool, "The proxy's certificate is publicly trusted, mode 1; false by default."),
        PayloadKey("MAGSslCertificate", .base64Strings, "Certificates to trust, mode 1; none by default."),
        PayloadKey("MagRsaAdaptiveAuthEnabled", .bool, "Adds the device-info header, mode 1; false by default."),
    ]

    /// The settings of mode 3.
    private static let standardProxyKeys = [
        PayloadKey("ProxyUrl", .text, "Host of the proxy, mode 3; none by default."),
        PayloadKey("ProxyPort", .port, "Port for HTTP and HTTPS, mode 3; 0 by default."),
        PayloadKey("UseAuthentication", .bool, "Basic authentication, mode 3; false by default."),
        PayloadKey("Username", .text, "User name for the proxy, mode 3; none by default."),
        PayloadKey("Password", .text, "Password for the proxy, mode 3; none by default.", isSecret: true),
        PayloadKey("AutoConfig", .bool, "Uses a proxy auto-configuration file, mode 3; false by default."),
        PayloadKey("UrlSource", .url, "Address of that file, mode 3; none by default."),
    ]

    /// The settings of F5, in any mode.
    private static let f5Keys = [
        PayloadKey("EnableF5Integration", .bool, "Switches F5; false by default."),
        PayloadKey("F5ProxyServer", .text, "Host of the F5 proxy; none by default."),
        PayloadKey("F5ProxyPort", .port, "Port of the F5 proxy; 0 by default."),
        PayloadKey("F5UseAuthentication", .bool, "Authenticates at the F5 proxy; false by default."),
        PayloadKey("F5UserAccountType", .count, "Kind of account; 0 by default."),
        PayloadKey("F5Username", .text, "User name for the F5 proxy; none by default."),
        PayloadKey("F5Password", .text, "Password for the F5 proxy; none by default.", isSecret: true),
        PayloadKey(
            "F5AuthenticationMode",
            .choices((-1, "unknown"), (0, "userAndCertificate"), (1, "userAndPassword"), (2, "certificate")),
            "How to authenticate; unknown by default, and -2 ends the client.", default: .integer(-1)),
    ]
}
